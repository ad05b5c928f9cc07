// One reading at a time of something that is asked for again and again: none is skipped, and none overtakes another.

export class OneReading {
  #read;
  #isAsked = false;
  #running = null;

  /** `read()`: reads once; may ask for a further reading. */
  constructor(read) {
    this.#read = read;
  }

  /** Resolves after a reading that began later, not one already on its way. */
  ask() {
    this.#isAsked = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run() {
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        await this.#read();
      }
    } finally {
      this.#running = null;
    }
  }
}
