// Entry of the page Data feeds: reads its part again every two seconds, and says when that is old.

import { isHeld } from "../../pages/held.js";
import { localize } from "../../pages/moments.js";
import { morph } from "../../pages/morph.js";
import { nameZone } from "../../parts/page-zone.js";
import { endTrouble, sayTrouble } from "../../pages/part-trouble.js";
import { tellZone } from "../../parts/reader-zone.js";
import { oncePerFrame } from "../../stream/ticking.js";

const EVERY_MS = 2_000;
const PATIENCE_MS = 8_000;
const TYPING_MS = 250;
const TROUBLES = {
  401: "You are signed out. Sign in again to continue.",
  403: "Your account no longer has access to reporting.",
};
const SILENCE = "The server is not responding.";
const OLD = "This data is old; it updates by itself.";

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
  const late = setTimeout(() => mine.abort("late"), PATIENCE_MS);
  const again = await read(mine.signal).finally(() => clearTimeout(late));
  if (reading === mine && again) timer = setTimeout(look, EVERY_MS);
}

/** Reads and shows; answers whether to go on. */
async function read(signal) {
  try {
    const headers = { accept: "application/json" };
    const response = await fetch(part.dataset.state + location.search, { headers, signal });
    const body = response.headers.get("content-type")?.includes("json") ? await response.json() : {};
    if (response.ok) {
      show(body.html);
      return true;
    }
    const refused = TROUBLES[response.status];
    sayTrouble(part, refused ?? `${body.error ?? SILENCE} ${OLD}`);
    return !refused;
  } catch {
    if (signal.aborted && signal.reason !== "late") return false; // the query has changed meanwhile
    sayTrouble(part, `${SILENCE} ${OLD}`);
    return true;
  }
}

function show(html) {
  endTrouble(part);
  written = html;
  place();
}

function place() {
  const fresh = document.createElement("template");
  fresh.innerHTML = written;
  localize(fresh.content, Date.now());
  form.hidden = fresh.content.querySelector("[data-sink]") === null;
  const heldBack = morph(part, fresh.content, isHeld);
  if (!heldBack) written = null;
  for (const region of part.querySelectorAll("[data-table]")) {
    region.toggleAttribute("data-held", heldBack && isHeld(region));
  }
}

/** The form's values go into the address, and from there to the server. */
function follow(delay) {
  clearTimeout(follow.typing);
  follow.typing = setTimeout(() => {
    const fields = [...new FormData(form)].filter(([, value]) => value !== "");
    const search = new URLSearchParams(fields).toString();
    history.replaceState(null, "", location.pathname + (search ? `?${search}` : ""));
    void look();
  }, delay);
}

for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
form.addEventListener("input", () => follow(TYPING_MS));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  follow(0);
});
for (const left of ["pointerout", "focusout"]) {
  part.addEventListener(left, replace);
}
document.addEventListener("visibilitychange", () => void look());
if (tellZone(document)) location.reload();
localize(document, Date.now());
nameZone(document);
timer = setTimeout(look, EVERY_MS);
