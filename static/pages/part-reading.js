// Reading a part of a page again: asks the server, brings the page in line, and says above it why that failed.

import { isHeld } from "./held.js";
import { morph } from "./morph.js";

const PATIENCE_MS = 20_000; // on a network that has gone, a reading would otherwise hang for minutes and hold up later ones

/** The answer's fields; where there is none `{status, error}`, and `{left: true}` where `signal` ended the reading. */
export async function readPart(address, signal) {
  const request = new AbortController();
  const end = () => request.abort();
  const late = setTimeout(end, PATIENCE_MS);
  signal?.addEventListener("abort", end);
  try {
    const response = await fetch(address, { headers: { accept: "application/json" }, signal: request.signal });
    if (response.ok) return await response.json();
    const { error = "The server cannot answer right now." } = await response.json().catch(() => ({}));
    return { status: response.status, error };
  } catch {
    if (signal?.aborted) return { left: true };
    return { status: 0, error: "The server is not responding." };
  } finally {
    clearTimeout(late);
  }
}

/** What the server wrote, as nodes that are not in the page yet. */
export function nodesOf(written) {
  const fresh = document.createElement("template");
  fresh.innerHTML = written;
  return fresh.content;
}

/** Makes the part as `fresh`, but for the tables that the reader is in. Returns whether anything was held back. */
export function morphHeld(part, fresh) {
  const heldBack = morph(part, fresh, isHeld);
  for (const region of part.querySelectorAll("[data-table]")) {
    region.toggleAttribute("data-held", heldBack && isHeld(region));
  }
  return heldBack;
}

/** Dims the part, which shows what was before, and says why. Returns whether it makes sense to ask again. */
export function sayTrouble(part, { status, error }, page, gone) {
  const refused = {
    401: "You are signed out. Sign in again to continue.",
    403: `Your account no longer has access to ${page}.`,
    404: gone,
  }[status];
  say(part, refused ?? `${error} This data is old; it updates by itself.`);
  return !refused;
}

function say(part, text) {
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
