// The top line with the worst problem, its button, and the confirmation.

import { html, nothing } from "lit-html";

import { count, plural } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";
import { pauseWords } from "../../../parts/statuses.js";
import { calmSentence, sentence } from "./words.js";

const MARKS = { bad: { tone: "red", sign: "alert" }, warn: { tone: "orange", sign: "warn" }, none: { tone: "orange", sign: "warn" } };
const NAMED = 8;

/** Always one line high on a wide screen: nothing below moves when a problem appears. */
export function troubleLine(model, on) {
  const [worst, ...others] = model.troubles;
  if (!worst && Object.keys(model.state.agents).length === 0) return nobodyYet(model.config);
  if (!worst) return html`<section class="trouble calm" aria-label="What needs attention"><p>${calmSentence(model.channels)}</p></section>`;
  const { tone, sign } = MARKS[worst.level];
  const { where, what, who } = sentence(worst);
  return html`
    <section class="trouble tone-${tone}" data-table="trouble" data-trouble=${worst.kind} aria-label="What needs attention">
      ${icon(sign)}
      <p>${where ? html`<b>${queueName(worst, where, model)}:</b> ` : nothing}<span class="what">${what}</span> ${who}</p>
      ${model.config.kiosk ? nothing : remedy(worst, model, on)}
      ${others.length > 0 ? more(others, model) : nothing}
    </section>
  `;
}

/** No callers wait where nobody could answer: not something to be calm about. */
function nobodyYet({ setup, kiosk }) {
  return html`
    <section class="trouble" aria-label="What needs attention">
      ${icon("info")}<p><span class="what">No agents yet.</span> ${setup ? "Four steps lead to the first answered call." : "Administrators add agents under Setup."}</p>
      ${setup && !kiosk ? html`<a class="button primary" href=${setup}>Set up the centre</a>` : nothing}
    </section>
  `;
}

function queueName({ key }, name, { config }) {
  return config.kiosk ? name : html`<a href="/queues/${encodeURIComponent(key)}/">${name}</a>`;
}

function remedy(worst, model, on) {
  if (worst.kind === "failed") return html`<a class="button" href="/dead-letters/">Failed calls</a>`;
  if (worst.kind === "nobody" && worst.crew.offline > 0) return html`<a class="button" href="/agents/?${worst.isChat ? "channel=chat&" : ""}status=offline">Offline agents</a>`;
  if (!model.config.canChoose || model.curing.helpers(worst).length === 0) return nothing;
  const rests = !model.fresh.canAct || model.curing.busy ? "true" : "false";
  return html`<button type="button" class="primary" data-make-available aria-disabled=${rests}
    @click=${() => rests === "false" && on.askAvailable(worst)}>Make available</button>`;
}

function more(others, { config }) {
  const text = `and ${count(others.length)} more`;
  return config.kiosk ? html`<span class="more">${text}</span>` : html`<a class="more" href="#queues">${text}</a>`;
}

export function availableDialog({ curing, config }, on) {
  return html`
    <dialog id="available-dialog" class="dialog" aria-labelledby="available-title" @close=${on.availableClosed}>
      ${curing.asking ? question(curing.asking, config, on) : nothing}
    </dialog>
  `;
}

function question({ trouble, rows }, { maxMissedOffers }, on) {
  const others = rows.length - NAMED;
  return html`
    <header>
      <h2 id="available-title">Make ${plural(rows.length, "agent")} available${trouble.isChat ? " for chats" : ""}?</h2>
      <form method="dialog"><button class="quiet" aria-label="Close">${icon("close")}</button></form>
    </header>
    <p class="footnote">For ${trouble.skills.join(" · ")}: ${count(trouble.depth)} waiting. Each agent can be offered a ${trouble.isChat ? "chat" : "call"} at once.</p>
    <ul class="named">
      ${rows.slice(0, NAMED).map((row) => html`<li><b>${row.name}</b> <span class="detail">${pauseWords(row, maxMissedOffers).join("")}</span></li>`)}
      ${others > 0 ? html`<li class="detail">and ${count(others)} more</li>` : nothing}
    </ul>
    <form method="dialog" class="answers" @submit=${on.makeAvailable}>
      <button class="primary">Make ${count(rows.length)} available</button>
    </form>
  `;
}
