// Cards at the desk: their kinds, offered in a chat, acted on for the customer.

import { chatPath } from "../../../conversation/api.js";
import { actOn } from "../../../conversation/cards.js";
import { newId } from "../../../parts/new-id.js";

const AGAIN_MS = 4_000;

export class DeskCards {
  kinds = null; // as the server has them, null before
  isFailed = false;
  pending = new Set(); // cards with an act on its way
  #api;
  #changed;
  #isReading = false;
  #sending = null; // the last offer, until its answer has come: the same again is the same card

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  /** Those that can be offered now. */
  get offered() {
    return (this.kinds ?? []).filter(({ offered }) => offered);
  }

  kindOf({ kind, version }) {
    return (this.kinds ?? []).find((one) => one.kind === kind && one.version === version) ?? null;
  }

  /** Reads the kinds once; after a failure again, at intervals. */
  async read() {
    if (this.kinds || this.#isReading) return;
    this.#isReading = true;
    const reply = await this.#api.get("/card-kinds");
    this.isFailed = !reply.ok;
    if (reply.ok) this.kinds = reply.body.items;
    else setTimeout(() => this.#again(), AGAIN_MS);
    this.#changed();
  }

  #again() {
    this.#isReading = false;
    this.read();
  }

  async offer(chat, { kind, values, base }) {
    const same = JSON.stringify({ chat, kind, values });
    if (this.#sending?.same !== same) this.#sending = { same, body: { client_id: newId(), base, kind, values } };
    const reply = await this.#api.post(`${chatPath(chat)}/cards`, this.#sending.body);
    if (reply.status !== 0) this.#sending = null;
    return reply;
  }

  async act(card, action, values) {
    this.pending.add(card.card);
    this.#changed();
    const reply = await this.#api.post(`/cards/${encodeURIComponent(card.card)}/act`, actOn(card, action, values));
    this.pending.delete(card.card);
    this.#changed();
    return reply;
  }
}
