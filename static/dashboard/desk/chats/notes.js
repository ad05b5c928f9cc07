// Internal notes of the conversations that are open: read in pages, written once.

import { chatPath, isPassing } from "../../../conversation/api.js";
import { newId } from "../../../parts/new-id.js";
import { OneReading } from "../../../stream/one-reading.js";

const PAGE = 200;
const AGAIN_MS = 4_000;

export class Notes {
  #api;
  #changed;
  #known = new Map(); // chat → {items, reading, again}
  #sending = new Map(); // chat → {clientId, base, body}: one whose answer has not come

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  of(chat) {
    return this.#known.get(chat)?.items ?? [];
  }

  /** Reads those after the last one known; resolves after a reading that began later. */
  read(chat) {
    if (!this.#known.has(chat)) {
      const known = { items: [], again: 0 };
      known.reading = new OneReading(() => this.#readPage(chat, known));
      this.#known.set(chat, known);
    }
    return this.#known.get(chat).reading.ask();
  }

  async #readPage(chat, known) {
    const after = known.items.at(-1)?.number ?? 0;
    const reply = await this.#api.get(`${chatPath(chat)}/notes?after=${after}&limit=${PAGE}`);
    clearTimeout(known.again);
    if (isPassing(reply) && this.#known.get(chat) === known) known.again = setTimeout(() => this.read(chat), AGAIN_MS);
    if (reply.ok) {
      known.items = [...known.items, ...reply.body.items.filter(({ number }) => number > after)];
      if (reply.body.items.length === PAGE) known.reading.ask();
    }
    this.#changed();
  }

  forget(chat) {
    clearTimeout(this.#known.get(chat)?.again);
    this.#known.delete(chat);
  }

  /** The reply. The same text again after no answer is the same note. */
  async write(chat, body) {
    const before = this.#sending.get(chat);
    const note = before?.body === body ? before : { clientId: newId(), base: this.of(chat).at(-1)?.number ?? 0, body };
    this.#sending.set(chat, note);
    const reply = await this.#api.post(`${chatPath(chat)}/notes`, { client_id: note.clientId, base: note.base, body });
    if (reply.status !== 0) this.#sending.delete(chat);
    await this.read(chat);
    return reply;
  }
}
