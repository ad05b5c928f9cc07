// Dialog of an earlier conversation of a caller, loaded when the first is opened.

import { html } from "lit-html";

import { DeskCards } from "../chats/desk-cards.js";
import { earlierLog } from "../chats/views/earlier-view.js";
import { closeButton } from "../../../parts/dialogs.js";
import { EarlierPages } from "./earlier-pages.js";

export class EarlierDialog {
  #cards;
  #pages;
  #served = "";
  #other = "";

  constructor(parts) {
    this.#cards = new DeskCards(parts);
    this.#pages = new EarlierPages(parts);
  }

  /** Another conversation of the customer of a call. */
  show(call, other) {
    this.#served = `/calls/${encodeURIComponent(call)}`;
    this.#other = other;
    this.#cards.read();
    if (!this.#pages.of(this.#served, other)) this.#more();
  }

  /** `model`: the page's. */
  view({ state, config, now, earlier }) {
    const [id = ""] = earlier?.family ?? [];
    const known = { agents: state.agents, names: { [id]: earlier?.name }, scenes: config.chats?.scenes ?? {} };
    const page = this.#pages.of(this.#served, this.#other);
    return html`<dialog id="earlier-dialog" class="dialog earlier-dialog" aria-labelledby="earlier-title">
      <header><h2 id="earlier-title">Earlier conversation</h2>${closeButton()}</header>
      <div class="chat-earlier">${earlierLog(page, { known, now, config, cards: this.#cards, act: null }, { moreEarlier: () => this.#more() })}</div>
    </dialog>`;
  }

  #more() {
    this.#pages.read(this.#served, this.#other);
  }
}
