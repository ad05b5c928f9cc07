// Schedule of a live part's reads: soon after news, at a limited rate, and never two at once. No page, no
// stream.

const TIMES_TOOK = 4; // a slow part is read less often
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

  /** `read()` reads and answers a promise of {trouble, again}; `every` in milliseconds. */
  constructor(read, every, { clock = () => performance.now(), timers = globalThis } = {}) {
    this.#read = read;
    this.#every = every;
    this.#clock = clock;
    this.#timers = timers;
  }

  /** There is news: read as soon as allowed. */
  ask() {
    this.#again = 0;
    this.#plan();
  }

  /** The query has changed: read at once, or right after the current read. */
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
    const reading = this.#read();
    const sent = this.#clock(); // by now the request has left, however long the machine took to come to it
    const { trouble, again } = await reading;
    const took = this.#clock() - sent;
    this.#reading = false;
    this.#due = this.#clock() + (trouble ? AFTER_TROUBLE_MS : Math.max(this.#every - took, TIMES_TOOK * took));
    if (again && this.#again < MOST_AGAIN) {
      this.#again += 1;
      this.#wanted = true;
    }
    if (this.#wanted || trouble) this.#plan();
  }
}
