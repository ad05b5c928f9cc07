// Message above a live part while it cannot be read.

/** Dims the old part, and gives the reason. */
export function sayTrouble(part, text) {
  part.setAttribute("data-dim", "");
  if (document.getElementById("trouble").textContent === text) return; // announced once only
  const said = document.createElement("p");
  said.className = "message tone-orange";
  said.textContent = text;
  document.getElementById("trouble").replaceChildren(said);
}

/** The part is up to date again. */
export function endTrouble(part) {
  document.getElementById("trouble").replaceChildren();
  part.removeAttribute("data-dim");
}
