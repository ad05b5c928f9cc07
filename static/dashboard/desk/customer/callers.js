// Callers: earlier calls and conversations of the customer of each call at this desk, read once.

const AGAIN_MS = 5_000;

export class Callers {
  #api;
  #changed;
  #known = new Map(); // call → {calls, conversations}; null while it is read

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  /** What is known of the customer of a call; null before. */
  of(call) {
    if (!this.#known.has(call)) this.#read(call);
    return this.#known.get(call);
  }

  async #read(call) {
    this.#known.set(call, null);
    const reply = await this.#api.get(`/calls/${encodeURIComponent(call)}/earlier`);
    if (reply.ok) this.#known.set(call, reply.body);
    else setTimeout(() => this.#known.delete(call), AGAIN_MS);
    this.#changed();
  }
}
