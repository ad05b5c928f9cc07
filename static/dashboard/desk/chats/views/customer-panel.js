// The customer of the open chat: name, scene, context, aliases, earlier conversations.

import { html, nothing } from "lit-html";

import { duration, since } from "../../../../parts/format.js";
import { languageName } from "../../../../parts/names/skill-names.js";
import { icon } from "../../../../parts/icons.js";
import { idOf } from "../customers.js";
import { earlierCalls, earlierChats } from "../../customer/earlier-lists.js";
import { outcomeForm } from "../../outcome/outcome-form.js";

export function customerPanel(model, on) {
  const { customer, contact, outcome } = model.open;
  return html`<aside class="customer" aria-labelledby="customer-title">
    <header class="chat-head">
      <button type="button" class="quiet chat-back" @click=${on.back}>${icon("left")}<span>Chat</span></button>
      <h2 id="customer-title" tabindex="-1">Customer</h2>
    </header>
    <div class="customer-parts">
      ${contact ? facts(contact, customer, model) : nothing} ${outcome ? html`<h3>Outcome</h3>${outcomeForm(outcome)}` : nothing} ${PARTS[customer.state](customer, model, on)}
    </div>
  </aside>`;
}

const PARTS = {
  loading: () => html`<div class="chats-loading" role="status">${[1, 2].map(() => html`<div class="skeleton-row"></div>`)}<span class="for-screen-readers">Loading the customer</span></div>`,
  failed: (_customer, _model, on) => html`<p class="message tone-orange">${icon("warn")}<span>The customer's details could not be loaded.</span> <button type="button" @click=${on.again}>Try again</button></p>`,
  there: (customer, model, on) => html`${context(customer)} ${aliases(customer)} ${earlierCalls(customer.calls, model.config.outcomes)} ${earlierChats(customer.earlier, { scenes: model.known.scenes, open: on.showEarlier, current: model.open.earlier?.chat })}`,
};

function facts(held, { contact }, { open: { row }, now, known }) {
  const waited = held.waiting_since ? Date.parse(held.since) - Date.parse(held.waiting_since) : NaN;
  return list([
    ["Name", contact?.name || row?.name],
    ["ID", idOf(held.customer)],
    ["Scene", known.scenes[held.scene] ?? held.scene],
    ["Language", languageName(held.language)],
    ["Waited", Number.isFinite(waited) ? duration(waited) : ""],
    ["Duration", held.since ? duration(since(held.since, held.endedAt ? Date.parse(held.endedAt) : now)) : ""],
  ]);
}

function list(entries) {
  return html`<dl class="customer-facts">
    ${entries.filter(([, text]) => text).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
  </dl>`;
}

/** What the page of the customer's site said about the occasion, signed by its backend. */
function context({ chat }) {
  const entries = Object.entries(chat.context ?? {});
  if (entries.length === 0) return nothing;
  return html`<h3>Context</h3>${list(entries.map(([name, value]) => [name, String(value)]))}`;
}

function aliases({ contact }) {
  const [, ...others] = contact.family ?? [];
  if (others.length === 0) return nothing;
  return html`<h3>Also known as</h3><ul class="customer-aliases">${others.map((one) => html`<li>${one}</li>`)}</ul>`;
}
