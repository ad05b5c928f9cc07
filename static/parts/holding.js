// Holds rows in place under the reader: tables with mouse or focus, and the rows each shows meanwhile.

import { heldOrder } from "./ordering.js";

/** The named tables with the mouse or the focus: {queues: false, agents: false, calls: true, …}. */
export function watchHeld(root, changed) {
  const held = { queues: false, agents: false, calls: false, minutes: false, trouble: false };
  const inside = { pointer: null, focus: null };
  const settle = () => {
    for (const name of Object.keys(held)) held[name] = inside.pointer === name || inside.focus === name;
    changed();
  };
  const enter = (how) => (event) => {
    const table = event.target.closest?.("[data-table]")?.dataset.table ?? null;
    if (inside[how] === table || event.pointerType === "touch") return; // a finger does not hover
    inside[how] = table;
    settle();
  };
  root.addEventListener("pointerover", enter("pointer"));
  root.addEventListener("focusin", enter("focus"));
  root.addEventListener("pointerleave", () => {
    inside.pointer = null;
    settle();
  });
  root.addEventListener("focusout", (event) => {
    if (event.relatedTarget !== null) return; // focusin follows
    inside.focus = null;
    settle();
  });
  return held;
}

/** The rows of one table with their last values, for rows removed while held. */
export class ShownRows {
  ids = [];
  rows = {};

  constructor(most = Infinity) {
    this.most = most;
  }

  arrange(wanted, rows, held) {
    this.ids = heldOrder(this.ids, wanted, held, this.most);
    this.rows = Object.fromEntries(this.ids.map((id) => [id, rows[id] ?? this.rows[id]]));
    return this.ids;
  }
}
