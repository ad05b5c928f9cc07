// Internal notes of the conversations that are open: read in pages, written once.

import { chatPath } from "../../../conversation/api.js";
import { newId } from "../../../parts/new-id.js";

const PAGE = 200;

export class Notes {
  #api;
  #changed;
  #known = new Map(); // chat → {items, isReading}
  #sending = new Map(); // chat → {clientId, base, body}: one whose answer has not come

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  of(chat) {
    return this.#known.get(chat)?.items ?? [];
  }

  /** Reads those behind the last one known. */
  async read(chat) {
    const known = this.#known.get(chat) ?? { items: [], isReading: false };
    this.#known.set(chat, known);
    if (known.isReading) return;
    known.isReading = true;
    for (let isMore = true; isMore; ) {
      const after = known.items.at(-1)?.number ?? 0;
      const reply = await this.#api.get(`${chatPath(chat)}/notes?after=${after}&limit=${PAGE}`);
      known.items = [...known.items, ...(reply.ok ? reply.body.items : []).filter(({ number }) => number > after)];
      isMore = reply.ok && reply.body.items.length === PAGE;
    }
    known.isReading = false;
    this.#changed();
  }

  forget(chat) {
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
