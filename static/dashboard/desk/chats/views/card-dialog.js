// The dialog from which a card is sent: its kind, and the fields that its schema names.

import { html, nothing } from "lit-html";

import { fieldsOf, valuesOf } from "../../../../conversation/cards.js";
import { closeButton } from "../../../../parts/dialogs.js";
import { cardFields } from "./card-fields.js";

/** `dialog`: {kind, error}; `on`: {chooseKind, sendCard, dialogClosed}. */
export function cardDialog({ dialog, cards }, on) {
  return html`<dialog id="card-dialog" class="dialog" aria-labelledby="card-title" @close=${on.dialogClosed}>
    ${dialog?.name === "card" ? html`<header><h2 id="card-title">Send a card</h2>${closeButton()}</header>${content(dialog, cards, on)}` : nothing}
  </dialog>`;
}

function content({ kind: chosen, error, isSending }, cards, on) {
  if (cards.kinds === null) return html`<p class="footnote" role="status">${cards.isFailed ? "The kinds of cards could not be loaded. Trying again…" : "Loading…"}</p>`;
  const kind = cards.offered.find((one) => one.kind === chosen) ?? cards.offered[0];
  if (!kind) return html`<p class="footnote">No cards can be sent: no card service is set up.</p>`;
  const fields = fieldsOf(kind.values);
  const submit = (event) => {
    event.preventDefault();
    on.sendCard(kind.kind, valuesOf(fields, Object.fromEntries(new FormData(event.currentTarget))));
  };
  return html`<form class="card-form" @submit=${submit}>
    <label for="card-kind">Kind</label>
    <select id="card-kind" @change=${(event) => on.chooseKind(event.target.value)}>
      ${cards.offered.map((one) => html`<option value=${one.kind} .selected=${one === kind}>${one.title}</option>`)}
    </select>
    ${cardFields(fields, `card-${kind.kind}`)}
    ${error ? html`<p class="message tone-orange" role="alert">${error}</p>` : nothing}
    <button class="primary" aria-disabled=${isSending ? "true" : "false"}>Send card</button>
  </form>`;
}
