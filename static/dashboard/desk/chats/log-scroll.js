// Scrolling of the log: at the end it stays at the end; older messages above move nothing under the reader.

const NEAR = 60; // pixels

export class LogScroll {
  isAtEnd = true;
  #log = null;
  #anchor = null;

  /** `atTop()`: older messages are wanted; `moved()`: the reader has come to the last message, or left it. */
  constructor({ atTop, moved }) {
    this.atTop = atTop;
    this.moved = moved;
  }

  /** Another conversation is opened: it is shown from its end. */
  reset() {
    this.isAtEnd = true;
    this.#log = null;
  }

  /** Before a drawing: the first line that is in view stays where it is; a day moves up when older ones of it come. */
  before(root) {
    const log = root.querySelector(".log");
    this.#anchor = null;
    if (!log || log !== this.#log || this.isAtEnd) return;
    const top = log.getBoundingClientRect().top;
    const line = [...log.querySelectorAll("[data-line]:not(.log-day)")].find((one) => one.getBoundingClientRect().bottom > top);
    if (line) this.#anchor = { line, at: line.getBoundingClientRect().top };
  }

  after(root) {
    const log = root.querySelector(".log");
    if (!log) return;
    if (log !== this.#log) this.#begin(log);
    if (this.isAtEnd) log.scrollTop = log.scrollHeight;
    else if (this.#anchor?.line.isConnected) log.scrollTop += this.#anchor.line.getBoundingClientRect().top - this.#anchor.at;
    if (log.scrollTop < NEAR) this.atTop();
  }

  toEnd() {
    this.isAtEnd = true;
    if (this.#log) this.#log.scrollTop = this.#log.scrollHeight;
    this.moved();
  }

  #begin(log) {
    this.#log = log;
    log.addEventListener("scroll", () => {
      const wasAtEnd = this.isAtEnd;
      this.isAtEnd = log.scrollHeight - log.clientHeight - log.scrollTop < NEAR;
      if (this.isAtEnd !== wasAtEnd) this.moved();
      if (log.scrollTop < NEAR) this.atTop();
    }, { passive: true });
  }
}
