// Reading of messages over HTTP: the newest page of a conversation, the range behind a gap, older pages.

import { chatPath, isPassing } from "./api.js";

const PAGE = 50; // messages of a first or an older page
const AGAIN_MS = 4_000; // after an older page that could not be read
const RANGE = 200; // messages of a range behind a gap; beyond it the newest page is read instead

export class ThreadReader {
  #api;
  #changed;
  #arrived;

  /** `changed(chat)` after each reading; `arrived(message)` for each message read, own ones among them. */
  constructor({ api, changed, arrived }) {
    this.#api = api;
    this.#changed = changed;
    this.#arrived = arrived;
  }

  /** Reads the page before the oldest loaded message; after a failure it can be asked for again some seconds later. */
  async older(chat, thread) {
    if (!thread.hasOlder || thread.isReadingOlder) return;
    thread.isReadingOlder = true;
    const { first } = thread;
    const reply = await this.#messages(chat, `before=${first}&limit=${PAGE}`);
    const end = () => {
      thread.isReadingOlder = false;
      this.#changed(chat);
    };
    if (!reply.ok) {
      setTimeout(end, AGAIN_MS);
      return;
    }
    // The newest page may have been read meanwhile: then this page is not the one before it.
    if (thread.first === first) thread.prepend(reply.body.items, reply.body.items.length < PAGE);
    end();
  }

  /** Reads until nothing is missing, or a request fails. */
  async complete(chat, thread) {
    if (thread.isReading) return;
    thread.isReading = true;
    let reply = { ok: true };
    while (reply.ok && thread.isLacking) {
      const isFar = !thread.isLoaded || thread.wanted - thread.last > RANGE;
      reply = await (isFar ? this.#newest(chat, thread) : this.#range(chat, thread));
    }
    thread.isReading = false;
    thread.refusal = reply.ok || isPassing(reply) ? null : reply;
    this.#changed(chat);
  }

  async #newest(chat, thread) {
    const { wanted } = thread;
    const reply = await this.#messages(chat, `limit=${PAGE}`);
    if (!reply.ok) return reply;
    thread.begin(reply.body.items, reply.body.items.length < PAGE);
    return this.#taken(thread, wanted, reply);
  }

  async #range(chat, thread) {
    const { last, wanted } = thread;
    const reply = await this.#messages(chat, `after=${last}&limit=${RANGE}`);
    if (!reply.ok) return reply;
    thread.append(reply.body.items);
    return reply.body.items.length < RANGE ? this.#taken(thread, wanted, reply) : reply;
  }

  /** All that was wanted when this was asked for has been read, or has expired. */
  #taken(thread, wanted, reply) {
    if (thread.wanted === wanted) thread.wanted = thread.last;
    reply.body.items.forEach(this.#arrived);
    return reply;
  }

  #messages(chat, query) {
    return this.#api.get(`${chatPath(chat)}/messages?${query}`);
  }
}
