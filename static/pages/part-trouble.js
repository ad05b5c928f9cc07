// What a page says above the part that it reads again and again, while that cannot be read.

/** Dims the part, which shows what was before, and says why. */
export function sayTrouble(part, text) {
  part.setAttribute("data-dim", "");
  if (document.getElementById("trouble").textContent === text) return; // said once is enough for an ear
  const said = document.createElement("p");
  said.className = "message tone-orange";
  said.textContent = text;
  document.getElementById("trouble").replaceChildren(said);
}

/** The part is as it should be again. */
export function endTrouble(part) {
  document.getElementById("trouble").replaceChildren();
  part.removeAttribute("data-dim");
}
