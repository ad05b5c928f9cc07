// The selected agents, each with its row at that time. Pure.

export class Selection {
  #seen = new Map(); // id → the agent's row when it was selected
  #anchor = null; // where a range begins
  at = null; // the board's time when all fitting agents were selected

  get size() {
    return this.#seen.size;
  }

  has(id) {
    return this.#seen.has(id);
  }

  ids() {
    return [...this.#seen.keys()];
  }

  /** The agent's row at the time of selection. */
  seen(id) {
    return this.#seen.get(id);
  }

  toggle(id, agents) {
    this.#set(id, !this.has(id), agents);
    this.#anchor = id;
  }

  /** Selects or clears the range from the last toggled row to this one, in the order shown. */
  extend(id, shown, agents) {
    const [from, to] = [shown.indexOf(this.#anchor), shown.indexOf(id)];
    if (from < 0 || to < 0) {
      this.toggle(id, agents);
      return;
    }
    const wanted = !this.has(id);
    for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) this.#set(one, wanted, agents);
    this.#anchor = id;
  }

  /** Selects all agents shown now; agents that fit later are not included. */
  all(shown, agents, at) {
    for (const id of shown) this.#set(id, true, agents);
    this.at = at;
  }

  none() {
    this.#seen.clear();
    this.at = null;
  }

  forget(ids) {
    for (const id of ids) this.#seen.delete(id);
    if (this.size === 0) this.at = null;
  }

  /** The reader has seen the agent's current row: it replaces the former one. */
  see(id, row) {
    if (this.has(id)) this.#seen.set(id, row);
  }

  /** "none", "some" or "all" of those shown. */
  among(shown) {
    const selected = this.size === 0 ? 0 : shown.filter((id) => this.has(id)).length;
    if (selected === 0) return "none";
    return selected === shown.length ? "all" : "some";
  }

  #set(id, wanted, agents) {
    if (!wanted) this.#seen.delete(id);
    else if (!this.has(id) && agents[id]) this.#seen.set(id, agents[id]);
    this.at = this.size === 0 ? null : this.at;
  }
}
