// Chats in one line below the headline, where they are in use: waiting, in progress, agents by status, the last
// minutes.

import { html, nothing } from "lit-html";

import { count, duration, percent, plural } from "../../../parts/format.js";
import { judged } from "./levels-view.js";

const WORDS = {
  waiting: { warn: "many", bad: "too many" },
  longestWait: { warn: "late", bad: "very late" },
  available: { warn: "few", bad: "too few" },
  "on-call": { warn: "many", bad: "too many" },
  paused: { warn: "many", bad: "too many" },
  serviceLevel: { warn: "low", bad: "very low" },
  abandonment: { warn: "high", bad: "very high" },
  asa: { warn: "slow", bad: "very slow" },
};
/** Agents of chats by the group of their row. */
const AGENTS = { available: "with a free slot", ringing: "ringing", "on-call": "full", paused: "paused", offline: "offline" };

/** Nothing without chats. */
export function chatsLine({ chats }) {
  if (!chats) return nothing;
  const { figures, held, levels } = chats;
  const { recent } = figures;
  const one = (name, text) => judged(levels[name], text, WORDS[name]);
  return html`
    <section class="chats-line" aria-label="Chats">
      <h2>Chats</h2>
      <ul>
        <li data-chats="waiting">${one("waiting", `${count(figures.waiting)} waiting`)}${figures.waiting > 0 ? ` in ${plural(figures.queuesInUse, "queue")}` : nothing}</li>
        ${figures.waiting > 0 ? html`<li data-chats="longest-wait">longest ${one("longestWait", duration(figures.longestWait))}</li>` : nothing}
        <li data-chats="in-progress">${count(held)} in progress</li>
        ${figures.agents.groups.filter(({ name, amount }) => name === "available" || (name in AGENTS && amount > 0)).map(({ name, amount }) =>
          html`<li data-chats=${name}>${one(name, `${count(amount)} ${AGENTS[name]}`)}</li>`)}
        <li data-chats="service-level">service level ${one("serviceLevel", percent(recent.serviceLevel))}</li>
        <li data-chats="abandoned">abandonment ${one("abandonment", percent(recent.abandonment))}</li>
        <li data-chats="asa">ASA ${one("asa", duration(recent.asa))}</li>
        ${Number.isFinite(recent.minutes) ? html`<li class="detail">last ${count(recent.minutes)} min</li>` : nothing}
      </ul>
    </section>
  `;
}
