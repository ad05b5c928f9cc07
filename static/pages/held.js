// Tables with the reader's mouse or focus: no row of them may move.

/** Whether mouse or focus are in the table that an element belongs to. */
export function isHeld(element) {
  const region = element.closest("[data-table]");
  if (region === null) return false;
  const hovers = matchMedia("(hover: hover)").matches && region.matches(":hover");
  return hovers || region.contains(document.activeElement);
}
