// Polling of the list while no socket can be opened, for example behind a proxy that blocks WebSockets.

import { retryDelay } from "../stream/connection.js";

// As attempts of `retryDelay`: a pause of 2 to 4 s, after a failure of 4 to 8 s.
const NEXT = 4;
const AFTER_FAILURE = 5;
const LOST = new Set(["connecting", "reconnecting"]);

export class Polling {
  #read;
  #changed;
  #socket = "connecting"; // phase of the socket
  #timer = 0;
  #works = null; // whether the last read succeeded; null before the first one

  /** `read()` returns whether it succeeded; `changed()`: the phase may have changed. */
  constructor({ read, changed }) {
    this.#read = read;
    this.#changed = changed;
  }

  /** As that of the socket, but "live" while polling works, and "reconnecting" only once that has failed too. */
  get phase() {
    if (!LOST.has(this.#socket)) return this.#socket;
    return this.#works === null ? "connecting" : this.#works ? "live" : "reconnecting";
  }

  /** The socket is in another phase: while it is lost, the list is read at intervals. */
  enter(phase) {
    this.#socket = phase;
    if (LOST.has(phase)) this.#timer ||= setTimeout(() => this.#poll(), retryDelay(NEXT));
    else this.stop();
    this.#changed();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#works = null;
  }

  async #poll() {
    const timer = this.#timer;
    const isRead = await this.#read();
    if (this.#timer !== timer) return; // stopped meanwhile
    this.#works = isRead;
    this.#timer = setTimeout(() => this.#poll(), retryDelay(isRead ? NEXT : AFTER_FAILURE));
    this.#changed();
  }
}
