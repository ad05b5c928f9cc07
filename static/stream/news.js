// When news of the table last came: by the server's clock for what is shown, by this browser's own steady
// one for how long it has been silent since.

import { serverClock } from "./ticking.js";

export class News {
  at = NaN; // the server's time, in milliseconds, when what is shown was last known to be true
  #heardAt = -Infinity;
  #steady;

  /** `pageAt`: the server's time when it wrote the page. */
  constructor(pageAt, { local = Date.now, steady = () => performance.now() } = {}) {
    this.clock = serverClock(pageAt, local);
    this.#steady = steady;
  }

  /**
   * A frame whose moment is new. A delta or heartbeat has just been made; a snapshot may be as old as the
   * table has been away, since the server hands out the last it has.
   */
  came(frame) {
    this.clock.heard(frame.at);
    const age = frame.type === "snapshot" ? Math.max(0, this.clock.now() - Date.parse(frame.at)) : 0;
    this.at = this.clock.now() - age;
    this.#heardAt = this.#steady() - age;
  }

  /** Another feed, perhaps another machine: what was learned of the last one's clock counts no more. */
  beginEpoch() {
    this.clock.forget();
  }

  /** Milliseconds since the news; infinite before the first. */
  silence() {
    return this.#steady() - this.#heardAt;
  }
}
