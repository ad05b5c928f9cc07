// The one chat that a supervisor reads along: its contact, who waits in it, and commands on it.

import { DeskChats } from "../../desk/chats/desk-chats.js";
import { waitAfter } from "../../desk/chats/waits.js";

export class WatchedChat extends DeskChats {
  waits = { get: () => this.#wait() };
  #api;
  #space;

  constructor({ api, changed, space }) {
    super({ api, changed });
    this.#api = api;
    this.#space = space;
  }

  /** What the last message says: whether the conversation is open, its contact, who serves it. */
  get state() {
    return this.#space.thread?.messages.at(-1)?.state ?? null;
  }

  /** Reads the contact that the last message names. */
  async read() {
    if (this.state?.contact) await super.read();
  }

  ask() {
    return this.#api.get(`/calls/${encodeURIComponent(this.state?.contact)}`);
  }

  take(call) {
    const { chat, scene } = this.#space.config;
    const found = { ...call, chat, scene, name: "", customer: call.caller, since: call.answered_at, needs_outcome: false };
    const isOpen = this.state?.open === true;
    this.desk = { held: isOpen ? [found] : [] };
    if (isOpen) this.#space.former.delete(chat);
    else this.#space.former.set(chat, { ...found, since: call.answered_at ?? call.ended_at, endedAt: call.ended_at ?? call.status_since });
  }

  #wait() {
    if (this.state?.open !== true) return null;
    return this.#space.thread.messages.reduce((wait, message) => waitAfter(wait, message), null);
  }
}
