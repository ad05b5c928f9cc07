// Kinds of cards with their schemas, asked for when the first card is shown.

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
    else this.#kinds = reply.status === 404 ? [] : null; // asked for again with the next card
    if (reply.ok) this.#changed();
  }
}
