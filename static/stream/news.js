// Time of the latest news of the table: by the server's clock for display, by this browser's monotonic clock
// for the silence since.

import { serverClock } from "./ticking.js";

export class News {
  at = NaN; // the server's time, in milliseconds, at which the data shown was last current
  #heardAt = -Infinity;
  #steady;

  /** `pageAt`: the server's time when it wrote the page. */
  constructor(pageAt, { local = Date.now, steady = () => performance.now() } = {}) {
    this.clock = serverClock(pageAt, local);
    this.#steady = steady;
  }

  /**
   * A frame with a new moment. A delta or heartbeat is fresh; a snapshot may be old if the table is away,
   * since the server sends its last one.
   */
  came(frame) {
    this.clock.heard(frame.at);
    const age = frame.type === "snapshot" ? Math.max(0, this.clock.now() - Date.parse(frame.at)) : 0;
    this.at = this.clock.now() - age;
    this.#heardAt = this.#steady() - age;
  }

  /** Another feed, perhaps on another machine: forget the former clock. */
  beginEpoch() {
    this.clock.forget();
  }

  /** Milliseconds since the news; infinite before the first. */
  silence() {
    return this.#steady() - this.#heardAt;
  }
}
