// Small pieces that several tables share.

import { html, nothing, svg } from "lit-html";

import { clock, countdown, duration } from "./format.js";
import { icon } from "./icons.js";
import { pauseWords } from "./statuses.js";

/** A status as colour, icon and word. */
export function pill({ word, icon: name, tone }) {
  return html`<span class="pill tone-${tone}">${icon(name)}${word}</span>`;
}

/** The same for a paused agent, with the reason: alone beside the icon if room is short, as on the wall. */
export function pausedPill(agent, mostMissed) {
  const [before, reason, after] = pauseWords(agent, mostMissed);
  return html`<span class="pill reasoned tone-orange" title="${before}${reason}${after}">${icon("pause")}<span class="for-reason"
    ><span class="tight">${before}</span>${reason}<span class="tight">${after}</span></span></span>`;
}

/** Time left to a deadline, or that the agent or call is stuck. */
export function dueMark(due, iso) {
  if (!due) return nothing;
  if (due.over) return html`<span class="stuck" title="Limit of the pause: ${clock(iso)}; over by ${duration(due.late)}">${icon("warn")}<span class="word">over limit</span></span>`;
  if (!due.stuck) return html`<span class="detail number left">${countdown(due.left)}</span>`;
  return html`<span class="stuck" title="Was due at ${clock(iso)}">${icon("warn")}<span class="word">stuck</span></span>`;
}

/** A depth as a short bar, relative to the deepest of its kind; the number beside it says the same. */
export function meter(depth, deepest) {
  const width = deepest > 0 ? (depth / deepest) * 40 : 0;
  return html`<svg class="meter" viewBox="0 0 40 6" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect x="0" y="0" width=${width} height="6" rx="1"></rect>`}
  </svg>`;
}
