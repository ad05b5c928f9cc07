// Level of a figure, as colour, icon and word together, and its sparkline.

import { html, nothing, svg } from "lit-html";

import { icon } from "../../../parts/icons.js";
import { sparkPath } from "../../../charts/series.js";

const MARKS = {
  good: { tone: "green", sign: "check" },
  warn: { tone: "orange", sign: "warn" },
  bad: { tone: "red", sign: "alert" },
};

/**
 * The parts of a headline figure that show its level; `warn` and `bad` are the words for a missed target. A
 * tick only with `ticks`: the target is a goal to reach, and no other figure shows trouble.
 */
export function standing(level, note, { warn, bad, ticks = false }) {
  const mark = MARKS[level];
  if (!mark || (level === "good" && !ticks)) return { note };
  const word = { good: "on target", warn, bad }[level];
  return { note, tone: mark.tone, verdict: html`<span class="verdict">${icon(mark.sign)}${word}</span>` };
}

/** A number in a table, marked only if it misses its target. */
export function judged(level, text, words) {
  if (level !== "warn" && level !== "bad") return text;
  const { tone, sign } = MARKS[level];
  return html`<span class="judged tone-${tone}">${icon(sign)}<span class="level-word">${words[level]} </span>${text}</span>`;
}

/** A number in a line of text, its level after it as in the headline. */
export function told(level, text, words) {
  if (level !== "warn" && level !== "bad") return text;
  const { tone, sign } = MARKS[level];
  return html`<span class="told tone-${tone}">${text} <span class="verdict">${icon(sign)}${words[level]}</span></span>`;
}

const BOX = { width: 100, height: 24 };

/** A line without axes; `target` is drawn if it is in range. Decoration: the chart's table says the same. */
export function spark(values, { most, target = NaN } = {}) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return html`<span class="spark"></span>`;
  const top = most ?? Math.max(1, ...known, Number.isFinite(target) ? target : 0);
  const height = BOX.height - (target / top) * BOX.height;
  return html`<svg class="spark" viewBox="0 -1 ${BOX.width} ${BOX.height + 2}" preserveAspectRatio="none" aria-hidden="true">
    ${Number.isFinite(target) && target <= top ? svg`<path class="aim" d="M0 ${height}H${BOX.width}"></path>` : nothing}
    ${svg`<path d=${sparkPath(values, { ...BOX, most: top })}></path>`}
  </svg>`;
}

/** One bar, divided as the agents are. Decoration: the numbers below say the same. */
export function shareBar({ total, groups }) {
  let x = 0;
  return html`<svg class="share" viewBox="0 0 ${Math.max(total, 1)} 1" preserveAspectRatio="none" aria-hidden="true">
    ${groups.map((group) => {
      const part = svg`<rect class="tone-${group.tone}" x=${x} y="0" width=${group.amount} height="1"></rect>`;
      x += group.amount;
      return part;
    })}
  </svg>`;
}
