// Client of the board's stream: the board, the state of the connection, whether the reader paused updates, and from
// these how far the data can be relied on. Every page that follows the stream uses this one.

import { Connection, socketAddress } from "./connection.js";
import { freshness } from "./freshness.js";
import { News } from "./news.js";
import { apply, emptyBoard } from "./reducer.js";

const SLOW_MS = 3_000; // less needs no banner

export class Following {
  board = emptyBoard();
  phase = "connecting";
  #paused = null; // {board, now} at the time of the pause
  #changed;
  #startedAt = performance.now();

  /** `config` names the `stream` and the server's time `now`; `changed(before)`: there is something to show. */
  constructor(config, changed) {
    this.#changed = changed;
    this.news = new News(config.now);
    this.connection = new Connection({
      url: socketAddress(config.stream),
      onFrame: (frame) => this.#hear(frame),
      onPhase: (phase) => this.enter(phase),
    });
  }

  start() {
    document.addEventListener("visibilitychange", () => this.#changed(this.board));
    this.connection.start();
  }

  #hear(frame) {
    const before = this.board;
    const { board, resync } = apply(before, frame);
    if (board.epoch !== before.epoch) this.news.beginEpoch();
    // A feed that cannot read the table still beats, but its time stands still: that is no news.
    if (!resync && board.at !== before.at) this.news.came(frame);
    this.board = board;
    this.#changed(before);
    return resync;
  }

  enter(phase) {
    if (this.phase === "signed-out") return;
    this.phase = phase;
    this.#changed(this.board);
  }

  pauseOrResume() {
    this.#paused = this.#paused ? null : { board: this.board, now: this.news.clock.now() };
    this.#changed(this.board);
  }

  get paused() {
    return this.#paused !== null;
  }

  /**
   * Data for status bar and banner, and the state with its moment. A page that also reads parts of itself
   * gives the time since news of either (`silence`) and the moment of the newest (`at`).
   */
  model({ silence = this.news.silence(), at = (this.#paused ?? this).board.at } = {}) {
    const { clock } = this.news;
    const { paused, phase } = this;
    const fresh = freshness({ phase, paused, silence, hasData: at !== null });
    return {
      fresh,
      paused,
      at,
      now: this.#paused?.now ?? (fresh.dim ? this.news.at : clock.now()),
      age: clock.now() - Date.parse(at),
      slow: Math.min(silence, performance.now() - this.#startedAt) > SLOW_MS,
      state: (this.#paused ?? this).board.state,
    };
  }
}
