// Stages of a call at the desk: ringing, in progress, wrap-up.

import { html, nothing } from "lit-html";

import { customerName, duration, since } from "../../../parts/format.js";
import { genderName, languageName, topicName } from "../../../parts/names/skill-names.js";
import { stageCard, until } from "./stage-card.js";

export function ringing(model, on) {
  return stageCard(model, { title: caller(model), aside: until(model), body: facts(model, { waited: true }) }, on);
}

export function talking(model, on) {
  const { agent, now } = model;
  const late = agent.until && Date.parse(agent.until) < now;
  const body = html`${facts(model)} ${late ? html`<p class="desk-why">This call has lasted unusually long. Is the line still open?</p>` : nothing}`;
  return stageCard(model, { title: caller(model), aside: html`<p class="desk-clock number">${duration(since(agent.since, now))}</p>`, body }, on);
}

export function wrapUp(model, on) {
  const { last } = model;
  return stageCard(model, { title: last?.caller ? `After the call with ${last.caller}` : "After the call", aside: until(model), body: nothing }, on);
}

/** A contact is named once its customer is known. */
function caller({ call, earlier }) {
  const [kind, id] = (call?.caller ?? "").split(/:(.*)/);
  return kind === "contact" && id ? customerName(id, earlier?.name) : call?.caller || "A caller";
}

function asksFor(gender) {
  return { F: "a woman", M: "a man", Any: "" }[gender] ?? gender;
}

function facts({ call, now }, { waited = false } = {}) {
  if (!call) return nothing;
  const shown = [
    ["Language", languageName(call.language)],
    ["Asks for", asksFor(genderName(call.gender))],
    ["Topic", topicName(call.topic)],
    ["Priority", String(call.band)],
    ["Waited", waited ? duration(since(call.waiting_since, now)) : ""],
  ].filter(([, text]) => text);
  return html`<dl class="desk-facts">
    ${shown.map(([name, text]) => html`<div><dt>${name}</dt><dd class="number">${text}</dd></div>`)}
  </dl>`;
}
