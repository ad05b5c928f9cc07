// Extras of the page of dead letters: a box for all, and a button with the number selected. The forms work
// without this script.

import { localize } from "../../pages/moments.js";
import { nameZone } from "../../parts/zones/page-zone.js";

localize(document, Date.now());
nameZone(document);

const boxes = [...document.querySelectorAll("input[name=letter]")];
const button = document.querySelector("#restore [value=picked]");
const place = document.querySelector("[data-pick-all]");

if (button && place && boxes.length > 0) {
  const all = document.createElement("input");
  all.type = "checkbox";
  all.ariaLabel = "Select all listed";
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    tell();
  });
  for (const box of boxes) box.addEventListener("change", tell);
  button.form.addEventListener("submit", (event) => {
    if (event.submitter === button && button.ariaDisabled === "true") event.preventDefault();
  });
  place.replaceWith(all);

  function tell() {
    const picked = boxes.filter((box) => box.checked).length;
    all.checked = picked === boxes.length;
    all.indeterminate = picked > 0 && picked < boxes.length;
    button.textContent = picked === 0 ? "Restore selected" : `Restore ${picked} selected`;
    button.ariaDisabled = String(picked === 0);
  }
  tell(); // a browser that returns to this page may have kept the boxes
}
