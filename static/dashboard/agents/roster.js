// State of the table of agents: rows and their order, rows in sight, row with the keyboard focus.

import { placeAfter, stepOf } from "./agent-keys.js";
import { Lineup } from "./order.js";
import { pieces, scrollTopFor, windowOf } from "./window.js";
import { heldOrder } from "../../parts/ordering.js";

export class Roster {
  #root;
  #draw;
  #lineup = new Lineup();
  #shown = { ids: [], agents: {}, gone: {} }; // rows shown last; of removed agents their last rows
  #current = null; // the row that Tab leads to
  #row = 0; // the height of one row

  constructor(root, draw) {
    this.#root = root;
    this.#draw = draw;
  }

  /** Ids of all rows of the table, drawn or not. */
  get ids() {
    return this.#shown.ids;
  }

  get #scroller() {
    return this.#root.querySelector(".roster-scroll");
  }

  /** The reader asked for other rows: nothing is held. */
  restart() {
    this.#shown = { ids: [], agents: {}, gone: {} };
    if (this.#scroller) this.#scroller.scrollTop = 0;
  }

  /** The table's part of the model for these agents. */
  look({ agents, calls, view, held }) {
    this.#lineup.update(agents, calls, view);
    if (held) this.#hold(agents);
    else this.#shown = { ids: this.#lineup.ids, agents, gone: {} };
    const { ids } = this;
    if (!ids.includes(this.#current)) this.#current = null;
    const sight = windowOf({ ...this.#sight(), count: ids.length });
    const kept = [ids.indexOf(this.#current), ids.indexOf(this.focused())];
    return {
      census: this.#lineup.census,
      shownIds: ids,
      remembered: this.#shown.gone,
      window: pieces(sight, kept, ids.length),
      rowHeight: this.#row,
      current: this.#current ?? ids[this.#firstInSight()] ?? null,
    };
  }

  /** No row moves while the reader is among the rows: removed ones stay, new ones come last. */
  #hold(agents) {
    const { ids, agents: before, gone } = this.#shown;
    if (agents === before) return;
    const left = ids.filter((id) => !(id in agents) && id in before).map((id) => [id, before[id]]);
    this.#shown = {
      ids: heldOrder(ids, this.#lineup.ids, true),
      agents,
      gone: left.length > 0 ? { ...gone, ...Object.fromEntries(left) } : gone,
    };
  }

  #sight() {
    const scroller = this.#scroller;
    return { scrollTop: scroller?.scrollTop ?? 0, height: scroller?.clientHeight ?? 0, rowHeight: this.#row };
  }

  #firstInSight() {
    return this.#row > 0 ? Math.ceil(this.#sight().scrollTop / this.#row) : 0;
  }

  /** After drawing: measures a row. Answers whether to draw again. */
  measure() {
    const height = this.#scroller?.querySelector("tr[data-agent]")?.getBoundingClientRect().height ?? 0;
    if (height === 0 || height === this.#row) return false;
    this.#row = height;
    return true;
  }

  /** The id of the row with the keyboard focus, or null. */
  focused() {
    const row = document.activeElement?.closest("tr[data-agent]");
    return row && this.#root.contains(row) ? row.dataset.agent : null;
  }

  enter(event) {
    this.#current = event.target.closest("tr[data-agent]")?.dataset.agent ?? null;
  }

  /** Row keys work from any focused element in a row. */
  listen(event) {
    const { height, rowHeight } = this.#sight();
    const step = stepOf(event.key, Math.floor(height / (rowHeight || height || 1)));
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.walk(step);
  }

  /** Moves by rows; from a selection box to the selection box of the other row. */
  walk(step) {
    const scroller = this.#scroller;
    if (!scroller || this.ids.length === 0) return;
    const inBox = document.activeElement?.matches("input[type=checkbox]") && this.focused() !== null;
    const from = this.ids.indexOf(this.focused() ?? this.#current);
    const at = placeAfter(from, step, { count: this.ids.length, firstInSight: this.#firstInSight() });
    this.#current = this.ids[at];
    const head = scroller.querySelector("thead").offsetHeight;
    scroller.scrollTop = scrollTopFor(at, { ...this.#sight(), head });
    this.#draw();
    this.focus(this.#current, inBox ? "input[type=checkbox]" : "");
  }

  /** Focuses a drawn row, or the selected element in it. */
  focus(id, selector = "") {
    this.#root.querySelector(`tr[data-agent="${CSS.escape(id)}"] ${selector}`)?.focus({ preventScroll: true });
  }
}
