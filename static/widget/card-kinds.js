// Kinds of cards with their schemas, asked for when the first card is shown.

import { isPassing } from "../conversation/api.js";

const AGAIN_MS = 4_000;

export class CardKinds {
  #api;
  #changed;
  #kinds = null;

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  /** The kind, or undefined while it is not known, and for one that this server does not have. */
  find(kind, version) {
    if (!this.#kinds) this.#ask();
    return this.#kinds?.find((one) => one.kind === kind && one.version === version);
  }

  async #ask() {
    this.#kinds = [];
    const reply = await this.#api.get("/card-kinds");
    if (reply.ok) this.#kinds = reply.body.items;
    if (reply.ok) this.#changed();
    else if (isPassing(reply)) setTimeout(() => this.#ask(), AGAIN_MS);
  }
}
