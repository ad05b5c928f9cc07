// A card in the log: what it asks, its state, what staff may do for the customer.

import { html, nothing } from "lit-html";

import { cardShown, valuesOf } from "../../../../conversation/cards.js";
import { hourAndMinute } from "../../../../parts/format.js";
import { icon } from "../../../../parts/icons.js";
import { cardFields, factWord } from "./card-fields.js";

const STATES = {
  offered: { word: "Offered", icon: "clock", tone: "sky" },
  pending: { word: "Pending", icon: "retry", tone: "orange" },
  done: { word: "Done", icon: "check", tone: "green" },
  failed: { word: "Failed", icon: "warn", tone: "red" },
  expired: { word: "Expired", icon: "off", tone: "grey" },
};

const DECLINED = { icon: "close", tone: "grey" };

/** `act(card, action, values)` is null where the chat is not served. */
export function cardLine(card, { cards, act }) {
  const kind = cards.kindOf(card);
  const look = STATES[card.state] ?? { word: card.state, icon: "info", tone: "grey" };
  if (!kind) return html`<div class="log-card" data-line><p class="log-by"><b>Card</b> ${cards.isFailed ? "This card could not be loaded" : "Loading…"} ${state(look)}</p></div>`;
  const { title, done, declined, reason, facts, forms } = cardShown(card, kind, "staff");
  const isBusy = cards.pending.has(card.card);
  return html`<div class="log-card" data-line data-card=${card.card}>
    <p class="log-by"><b>${title}</b> ${state(done ? { ...(declined ? DECLINED : look), word: done } : look)} <time datetime=${card.at}>${hourAndMinute(Date.parse(card.at))}</time></p>
    <dl class="customer-facts">${facts.map((fact) => html`<div><dt>${fact.label}</dt><dd>${factWord(fact)}</dd></div>`)}</dl>
    ${reason ? html`<p class="log-foot tone-red">${icon("warn")}${REASONS[reason] ?? reason}</p>` : nothing}
    ${act ? forms.map((form) => actForm(card, form, isBusy, act)) : nothing}
  </div>`;
}

const REASONS = { unanswered: "The card's service did not respond", refused: "The card's service refused it" };

function state({ word, icon: name, tone }) {
  return html`<span class="pill tone-${tone}">${icon(name)}${word}</span>`;
}

function actForm(card, { action, title, isPrimary, fields }, isBusy, act) {
  const submit = (event) => {
    event.preventDefault();
    if (!isBusy) act(card, action, valuesOf(fields, Object.fromEntries(new FormData(event.currentTarget))));
  };
  const button = html`<button class=${isPrimary ? "primary" : ""} aria-disabled=${isBusy ? "true" : "false"}>${title}</button>`;
  if (fields.length === 0) return html`<form @submit=${submit}>${button}</form>`;
  return html`<details><summary>${title} for the customer…</summary><form class="card-form" @submit=${submit}>${cardFields(fields, `${card.card}-${action}`)}${button}</form></details>`;
}
