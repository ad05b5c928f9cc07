// Entry of the pages of simulations: refreshes the part while a simulation plays, draws and saves the plot.

import { morph } from "../../pages/morph.js";
import { localize } from "../../pages/moments.js";
import { endTrouble, nodesOf, readPart, sayTrouble } from "../../pages/part-reading.js";
import { Plot } from "../../charts/plot.js";

const AFTER_TROUBLE_SECONDS = 3;

const part = document.getElementById("part");
const chart = new Plot();

function later(seconds) {
  if (seconds > 0) setTimeout(() => void look(), seconds * 1000);
}

async function look() {
  const answer = await readPart(part.dataset.state);
  if (!answer.error) place(answer);
  else if (sayTrouble(part, answer, "simulations", "This simulation is no longer kept.")) later(AFTER_TROUBLE_SECONDS);
}

function place({ html, again_seconds }) {
  endTrouble(part);
  chart.lift();
  morph(part, nodesOf(html));
  settle();
  later(again_seconds);
}

function settle() {
  localize(document, Date.now());
  chart.show(document.getElementById("plot-depth")?.closest(".plot-place"));
  for (const button of document.querySelectorAll("[data-print], [data-png]")) button.hidden = false;
}

/** Saves the plot as shown, with the page's background. */
function save(name) {
  const drawn = document.querySelector("#plot-depth canvas");
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.width, drawn.height];
  const pen = canvas.getContext("2d");
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--surface").trim();
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(drawn, 0, 0);
  const link = document.createElement("a");
  link.download = name;
  link.href = canvas.toDataURL("image/png");
  link.click();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-print], [data-png]");
  if (button) button.matches("[data-print]") ? print() : save(button.dataset.png);
});

// Closed details are opened for printing, and closed again.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details.of-queue:not([open])")];
  for (const one of opened) one.open = true;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
});
settle();
if (part) later(Number(part.dataset.again));
