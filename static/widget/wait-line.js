// Place in line of a conversation that waits: asked for while it is on the screen.

import { chatPath, isPassing } from "../conversation/api.js";

const EVERY_MS = 10_000;
const BEGINS = new Set(["transferred", "handedBack", "restored"]);

export class WaitLine {
  #api;
  #changed;
  #chat = "";
  #number = 0;
  #timer = 0;
  #asked = null; // the last request: answers to earlier ones are dropped
  place = null; // {place, expected_wait_seconds}, while it waits

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  /** The conversation on the screen, or nothing. */
  follow(shown) {
    const number = shown && isUnserved(shown.thread) ? shown.thread.last : 0;
    const chat = shown?.chat ?? "";
    if (number === this.#number && chat === this.#chat) return;
    if (!number || chat !== this.#chat) this.place = null;
    [this.#chat, this.#number] = [chat, number];
    clearTimeout(this.#timer);
    this.#asked = null;
    if (number) this.#ask();
  }

  async #ask() {
    const asked = (this.#asked = {});
    const reply = await this.#api.get(`${chatPath(this.#chat)}/place`);
    if (this.#asked !== asked) return;
    if (!isPassing(reply)) this.place = reply.ok && reply.body.is_waiting ? reply.body : null;
    this.#changed();
    this.#timer = setTimeout(() => this.#ask(), EVERY_MS);
  }
}

/** Whether it may wait: it is open, and the last event says that nobody serves it. */
export function isUnserved(thread) {
  if (!thread?.messages.at(-1)?.state.open) return false;
  const event = thread.messages.findLast(({ kind, state }) => kind === "event" || !state.open);
  if (!event) return true;
  return !event.state.open || BEGINS.has(event.body.split(" ")[0]);
}
