// The channel that is not in the headline, in one line below it: waiting, in progress, agents by status, the last
// minutes.

import { html, nothing } from "lit-html";

import { channelChoice, CHATS } from "../../../parts/channels/channel-choice.js";
import { count, duration, percent, plural, rating } from "../../../parts/format.js";
import { FIGURE_WORDS } from "../by-channel/channel-words.js";
import { told } from "./levels-view.js";

const WORDS = {
  waiting: { warn: "many", bad: "too many" },
  longestWait: { warn: "late", bad: "very late" },
  available: { warn: "few", bad: "too few" },
  "on-call": { warn: "many", bad: "too many" },
  paused: { warn: "many", bad: "too many" },
  serviceLevel: { warn: "low", bad: "very low" },
  abandonment: { warn: "high", bad: "very high" },
  asa: { warn: "slow", bad: "very slow" },
  firstResponse: { warn: "late", bad: "very late" },
  rating: { warn: "low", bad: "very low" },
};
/** Agents by the group of their row; of chats in use of slots. */
const AGENTS = {
  call: { available: "available", ringing: "ringing", "on-call": "on call", "wrap-up": "in wrap-up", paused: "paused", offline: "offline" },
  chat: { available: "with a free slot", ringing: "ringing", "on-call": "full", paused: "paused", offline: "offline" },
};

/** Nothing where nobody chats; without handlers no choice of the channel. */
export function channelLine({ channels, second, channel, hasChats }, on = null) {
  if (!hasChats) return nothing;
  const { figures, held, levels } = channels[second];
  const { recent } = figures;
  const item = (name, level, text, before = "") => html`<li data-of-channel=${name}>${before}${told(levels[level], text, WORDS[level])}</li>`;
  const words = FIGURE_WORDS[second];
  return html`
    <section class="channel-line" data-line=${second} aria-label=${words.name}>
      ${on ? channelChoice({ channel, hasChats }, on) : nothing}
      <h2>${words.name}</h2>
      <ul>
        ${item("waiting", "waiting", `${count(figures.waiting)} waiting${figures.waiting > 0 ? ` in ${plural(figures.queuesInUse, "queue")}` : ""}`)}
        ${figures.waiting > 0 ? item("longest-wait", "longestWait", duration(figures.longestWait), "longest ") : nothing}
        ${held === undefined ? nothing : html`<li data-of-channel="in-progress">${count(held)} in progress</li>`}
        ${figures.agents.groups.filter(({ name, amount }) => name === "available" || amount > 0).map(({ name, amount }) =>
          item(name, name, `${count(amount)} ${AGENTS[second][name]}`))}
        ${Number.isFinite(recent.minutes) ? html`<li class="detail">Last ${count(recent.minutes)} min:</li>` : nothing}
        ${item("service-level", "serviceLevel", percent(recent.serviceLevel), "service level ")}
        ${item("abandoned", "abandonment", percent(recent.abandonment), "abandonment ")}
        ${item("asa", "asa", duration(recent.asa), "ASA ")}
        ${second === CHATS ? [item("first-response", "firstResponse", duration(recent.firstResponse), "first response "), rated(item, recent)] : nothing}
      </ul>
    </section>
  `;
}

/** Nothing before the first rating. */
function rated(item, recent) {
  return recent.rated > 0 ? item("rating", "rating", `${rating(recent.rating)} of 5`, "rating ") : nothing;
}
