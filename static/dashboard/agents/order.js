// Agents that fit a view, in its order. Of thousands only a few change between two updates, so only those are
// filtered and placed again. Pure.

import { columnNamed } from "./columns.js";
import { matches } from "../../parts/ordering.js";
import { AGENT_GROUPS, groupOf, rowStatus } from "../../parts/statuses.js";

const MANY = 100; // from this many new rows on it is quicker to sort everything
const names = new Intl.Collator("en");

/**
 * The fitting agents in the order of the view; equal ones by name, then by id, so that the order never
 * depends on the past.
 */
export class Lineup {
  #of = {};
  #team = "";
  #lines = new Map(); // id → {id, row, name, value, fits}
  #sorted = [];
  #groups = new Map();
  #languages = new Map();
  ids = [];
  census = { total: 0, groups: {}, languages: [] };

  /** Brings `ids` and `census` up to date. Rows are never changed in place: an equal row is the same row. */
  update(agents, calls, view) {
    const called = view.sort.column === "call" && this.#of.calls !== calls;
    if (this.#of.view !== view || called) this.#restart();
    else if (this.#of.agents === agents) return;
    this.#of = { agents, calls, view };
    const fresh = this.#changed(agents, calls, view);
    if (fresh === null) return;
    this.#place(fresh, view.sort.down ? -1 : 1);
    this.ids = this.#sorted.map(({ id }) => id);
    this.census = this.#counted();
  }

  #restart() {
    this.#lines.clear();
    this.#groups.clear();
    this.#languages.clear();
    this.#sorted = [];
  }

  /** Adds lines for new rows and marks those of removed rows. Null: nothing changed. */
  #changed(agents, calls, view) {
    const { value } = columnNamed(view.sort.column);
    const fits = fitter(view);
    this.#team = view.team;
    const fresh = [];
    let present = 0;
    for (const id in agents) {
      present += 1;
      const row = agents[id];
      const line = this.#lines.get(id);
      if (line?.row === row) continue;
      if (line) this.#leave(line);
      const next = { id, row, name: row.name, value: value(row, calls), fits: fits(row), gone: false };
      this.#lines.set(id, next);
      this.#count(row, 1);
      fresh.push(next);
    }
    const gone = present < this.#lines.size ? [...this.#lines.values()].filter(({ id }) => !(id in agents)) : [];
    for (const line of gone) {
      this.#leave(line);
      this.#lines.delete(line.id);
    }
    return fresh.length + gone.length === 0 ? null : fresh;
  }

  #leave(line) {
    line.gone = true;
    this.#count(line.row, -1);
  }

  #place(fresh, turn) {
    const order = (a, b) => byValue(a.value, b.value, turn) || names.compare(a.name, b.name) || byText(a.id, b.id);
    this.#sorted = this.#sorted.filter(({ gone }) => !gone);
    const fitting = fresh.filter(({ fits }) => fits);
    if (fitting.length > MANY) {
      this.#sorted = [...this.#sorted, ...fitting].sort(order);
      return;
    }
    for (const line of fitting) this.#sorted.splice(placeFor(line, this.#sorted, order), 0, line);
  }

  /** Of another team than the chosen one, agents do not count. */
  #count(row, by) {
    if (this.#team && row.team !== this.#team) return;
    const group = groupOf(row.status);
    this.#groups.set(group, (this.#groups.get(group) ?? 0) + by);
    for (const language of row.languages) this.#languages.set(language, (this.#languages.get(language) ?? 0) + by);
  }

  /** Choices of the filter: agents in each group of statuses, and every language. */
  #counted() {
    return {
      total: this.#lines.size,
      groups: Object.fromEntries(AGENT_GROUPS.map(({ name }) => [name, this.#groups.get(name) ?? 0])),
      languages: [...this.#languages].filter(([, number]) => number > 0).map(([one]) => one).sort(names.compare),
    };
  }
}

function placeFor(line, sorted, order) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(sorted[middle], line) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byValue(a, b, turn) {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return turn * (typeof a === "number" ? a - b : names.compare(a, b));
}

function byText(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function fitter({ text, status, language, team }) {
  const wanted = {
    words: text.toLowerCase().split(/\s+/).filter(Boolean),
    status: AGENT_GROUPS.find(({ name }) => name === status)?.statuses ?? null,
  };
  return (agent) =>
    (!language || agent.languages.includes(language)) &&
    (!team || agent.team === team) &&
    matches(agent, wanted.words.length ? rowStatus(agent).word : "", wanted);
}
