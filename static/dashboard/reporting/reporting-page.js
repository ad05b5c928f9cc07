// Entry of the page Data feeds: reads its part again every two seconds, and says when that is old.

import { localize } from "../../pages/moments.js";
import { followForm } from "../../pages/part-form.js";
import { endTrouble, morphHeld, nodesOf, readPart, sayTrouble } from "../../pages/part-reading.js";
import { nameZone } from "../../parts/zones/page-zone.js";
import { tellZone } from "../../parts/zones/reader-zone.js";
import { oncePerFrame } from "../../stream/ticking.js";

const EVERY_MS = 2_000;

const part = document.getElementById("part");
const form = document.querySelector("form.narrow-down");
const replace = oncePerFrame(() => written && place());
let timer = null;
let reading = null;
let written = null; // the last read, kept while rows are held

async function look() {
  clearTimeout(timer);
  reading?.abort();
  if (document.hidden) return; // becoming visible asks again
  const mine = (reading = new AbortController());
  const again = await read(mine.signal);
  if (reading === mine && again) timer = setTimeout(look, EVERY_MS);
}

/** Reads and shows; answers whether to go on. */
async function read(signal) {
  const answer = await readPart(part.dataset.state + location.search, signal);
  if (answer.left) return false; // the query has since changed
  if (answer.error) return sayTrouble(part, answer, "data feeds");
  endTrouble(part);
  written = answer.html;
  place();
  return true;
}

function place() {
  const fresh = nodesOf(written);
  localize(fresh, Date.now());
  form.hidden = fresh.querySelector("[data-sink]") === null;
  if (!morphHeld(part, fresh)) written = null;
}

followForm(form, () => void look());
for (const left of ["pointerout", "focusout"]) {
  part.addEventListener(left, replace);
}
document.addEventListener("visibilitychange", () => void look());
if (tellZone(document)) location.reload();
localize(document, Date.now());
nameZone(document);
timer = setTimeout(look, EVERY_MS);
