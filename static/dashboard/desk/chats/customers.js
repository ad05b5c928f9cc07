// Customers of the conversations that are open: scene and context, aliases, earlier calls and conversations.

import { chatPath } from "../../../conversation/api.js";
import { EarlierPages } from "../customer/earlier-pages.js";

const FORBIDDEN = 403; // the chat has ended: only its agent could read the context
const OVER = { ok: true, body: {} };

export class Customers {
  names = {}; // contact → name
  #api;
  #changed;
  #known = new Map(); // chat → {chat, contact, calls, earlier, state}
  #pages;

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
    this.#pages = new EarlierPages({ api, changed });
  }

  /** What is known of the customer; `state`: "loading", "there" or "failed". */
  of(chat) {
    return this.#known.get(chat) ?? { state: "loading" };
  }

  /** Names of customers as the list of chats has them. */
  named(chats) {
    const found = chats.filter(({ name, customer }) => name && this.names[idOf(customer)] !== name);
    if (found.length) this.names = { ...this.names, ...Object.fromEntries(found.map(({ name, customer }) => [idOf(customer), name])) };
  }

  /** `call`: the contact in routing; `isOver`: the chat is closed to the agent by now, and is not asked for. */
  async read(chat, contact, call, { isOver = false } = {}) {
    if (this.#known.has(chat)) return;
    this.#known.set(chat, { state: "loading" });
    const [conversation, person, earlier] = await Promise.all([
      isOver ? OVER : this.#api.get(chatPath(chat)),
      this.#api.get(`/contacts/${encodeURIComponent(contact)}`),
      this.#api.get(`/calls/${encodeURIComponent(call)}/earlier`),
    ]);
    const isThere = (conversation.ok || conversation.status === FORBIDDEN) && person.ok && earlier.ok;
    this.#known.set(chat, {
      state: isThere ? "there" : "failed",
      chat: conversation.body,
      contact: person.body,
      calls: earlier.body.calls ?? null,
      earlier: earlier.body.conversations ?? [],
    });
    if (isThere && person.body.name) this.names = { ...this.names, [contact]: person.body.name };
    this.#changed();
  }

  /** It is read again when it is asked for. */
  forget(chat) {
    this.#known.delete(chat);
  }

  /** Messages of an earlier conversation, as far as they are read; null before. */
  earlierOf(chat, other) {
    return this.#pages.of(chatPath(chat), other);
  }

  readEarlier(chat, other) {
    return this.#pages.read(chatPath(chat), other);
  }
}

/** "contact:leo" → "leo". */
export function idOf(party) {
  return party.replace(/^contact:/, "");
}
