// Read marks of this user on their way to the server: the newest of each conversation, a moment late.

import { chatPath, isPassing } from "./api.js";

const PAUSE_MS = 400;
const AGAIN_MS = 8_000;

export class ReadMarks {
  #api;
  #say;
  #marks = new Map(); // chat → number
  #timer = 0;

  /** `say(frame)` tells the others at once, over the socket. */
  constructor({ api, say }) {
    this.#api = api;
    this.#say = say;
  }

  move(chat, number) {
    this.#marks.set(chat, number);
    this.#timer ||= setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Sends what waits; what cannot be sent now is sent again later. */
  async flush() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const marks = [...this.#marks];
    this.#marks.clear();
    for (const [chat, number] of marks) {
      this.#say({ type: "seen", chat, number });
      const reply = await this.#api.post(`${chatPath(chat)}/read`, { number });
      if (isPassing(reply) && !this.#marks.has(chat)) this.#marks.set(chat, number);
    }
    if (this.#marks.size > 0) this.#timer ||= setTimeout(() => this.flush(), AGAIN_MS);
  }
}
