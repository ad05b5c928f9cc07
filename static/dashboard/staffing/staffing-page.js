// Entry of the staffing page: calculates on every change, keeps the address in step, and draws the plots.

import { morph } from "../../pages/morph.js";
import { endTrouble, nodesOf, readPart, sayTrouble } from "../../pages/part-reading.js";
import { addressOf } from "./staffing-address.js";
import { Plot } from "../../charts/plot.js";

const TYPING_MS = 200;
const AGAIN_MS = 3_000;

const form = document.querySelector(".staffing-form");
const part = document.getElementById("part");
const upload = document.getElementById("upload");
const charts = { "plot-agents": new Plot(), "plot-day": new Plot() };
let timer = 0;
let asking = null;

function search() {
  return addressOf([...new FormData(form)].filter(([, value]) => typeof value === "string"));
}

function later(delay) {
  clearTimeout(timer);
  timer = setTimeout(() => void calculate(), delay);
}

async function calculate() {
  asking?.abort();
  asking = new AbortController();
  const asked = search();
  history.replaceState(null, "", new URL(form.action).pathname + asked);
  part.setAttribute("aria-busy", "true");
  const answer = await readPart(form.dataset.state + asked, asking.signal);
  if (answer.left) return;
  if (!answer.error) place(answer);
  else if (sayTrouble(part, answer, "staffing")) later(AGAIN_MS);
  part.removeAttribute("aria-busy");
}

function place({ html, errors, said }) {
  endTrouble(part);
  for (const chart of Object.values(charts)) chart.lift();
  morph(part, nodesOf(html));
  draw();
  markErrors(errors);
  document.getElementById("said").textContent = said;
}

function draw() {
  for (const [id, chart] of Object.entries(charts)) {
    chart.show(document.getElementById(id)?.closest(".plot-place"));
  }
}

function markErrors(errors) {
  for (const field of form.querySelectorAll("input[name], select[name], textarea[name]")) {
    if (field.name === "file") continue;
    const error = errors[field.name] ?? "";
    document.getElementById(`${field.name}-error`).textContent = error;
    field.toggleAttribute("aria-invalid", false);
    if (error) field.setAttribute("aria-invalid", "true");
  }
}

for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
form.addEventListener("input", (event) => {
  if (event.target.name !== "file") later(TYPING_MS);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  later(0);
});
upload.addEventListener("submit", () => {
  upload.elements.state.value = search().slice(1);
});
document.getElementById("id_file").addEventListener("change", ({ target }) => {
  if (target.files.length > 0) upload.requestSubmit();
});
for (const button of form.querySelectorAll("[data-read-file]")) button.hidden = true;
draw();
