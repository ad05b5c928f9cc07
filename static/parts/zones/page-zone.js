// Time zone of this page's moments.

/** The zone chosen by the reader; undefined, Intl's name for the browser's own, without one. */
export function pageZone() {
  return globalThis.document?.documentElement?.dataset.chosenZone || undefined;
}

/**
 * Writes the zone's name wherever the page has it. The server knows the browser's zone only after the first
 * page.
 */
export function nameZone(page, zone = pageZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone) {
  for (const place of page.querySelectorAll("[data-zone-name]")) place.textContent = zone;
}
