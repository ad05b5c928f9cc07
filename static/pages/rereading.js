// When a part of a page is read again: soon after the stream told of news, never more often than is good
// for the server, and never twice at once. No page, no stream.

const TIMES_TOOK = 4; // a part that takes long to read is read the less often
const AFTER_TROUBLE_MS = 2_000;
const MOST_AGAIN = 3; // "more is known soon" is believed so often in a row

export class Rereading {
  #read;
  #every;
  #clock;
  #timers;
  #due = 0;
  #timer = null;
  #reading = false;
  #wanted = false;
  #again = 0;

  /** `read()` does it and answers a promise of {trouble, again}; `every` in milliseconds. */
  constructor(read, every, { clock = () => performance.now(), timers = globalThis } = {}) {
    this.#read = read;
    this.#every = every;
    this.#clock = clock;
    this.#timers = timers;
  }

  /** There is news: read as soon as that is allowed. */
  ask() {
    this.#again = 0;
    this.#plan();
  }

  /** The reader asked for something else: read at once, or right after the reading under way. */
  askNow() {
    this.#due = 0;
    this.#timers.clearTimeout(this.#timer);
    this.#timer = null;
    this.ask();
  }

  #plan() {
    this.#wanted = true;
    if (this.#reading || this.#timer !== null) return;
    this.#timer = this.#timers.setTimeout(() => this.#go(), Math.max(0, this.#due - this.#clock()));
  }

  async #go() {
    this.#timer = null;
    this.#reading = true;
    this.#wanted = false;
    const began = this.#clock();
    const { trouble, again } = await this.#read();
    const took = this.#clock() - began;
    this.#reading = false;
    this.#due = this.#clock() + (trouble ? AFTER_TROUBLE_MS : Math.max(this.#every - took, TIMES_TOOK * took));
    if (again && this.#again < MOST_AGAIN) {
      this.#again += 1;
      this.#wanted = true;
    }
    if (this.#wanted || trouble) this.#plan();
  }
}
