// The chat that rings: whose it is, the seconds left, accept and decline.

import { html } from "lit-html";

import { duration, since } from "../../../../parts/format.js";
import { languageName } from "../../../../parts/names/skill-names.js";
import { icon } from "../../../../parts/icons.js";
import { until } from "../../views/stage-card.js";

export function offerCard({ offer, now, pending, board: { row } }, on) {
  const isBusy = pending.has(`accept ${offer.chat}`) || pending.has(`decline ${offer.chat}`);
  const facts = [offer.scene, languageName(offer.language), offer.waitingSince ? `waited ${duration(since(offer.waitingSince, now))}` : ""];
  return html`<section class="chat-offer tone-blue" aria-labelledby="offer-title">
    <div class="desk-top">
      <div>
        <p class="desk-state">${icon("chat")} Chat ringing</p>
        <h3 id="offer-title">${offer.name}</h3>
        <p class="number">${facts.filter(Boolean).join(" · ")}</p>
      </div>
      ${until({ agent: row, now })}
    </div>
    <div class="desk-acts">
      ${button("Y", "Accept", "go", () => on.accept(offer), isBusy)} ${button("X", "Decline", "", () => on.decline(offer), isBusy)}
    </div>
  </section>`;
}

function button(key, word, look, act, isBusy) {
  return html`<button type="button" class="desk-big ${look}" data-key=${key} aria-keyshortcuts=${key} aria-disabled=${isBusy ? "true" : "false"} @click=${() => isBusy || act()}>
    <span>${word}<span class="for-screen-readers"> chat</span></span><kbd aria-hidden="true">${key}</kbd>
  </button>`;
}
