// Keys of the table of agents, besides those of the board: they move by row number, since most rows are not
// drawn.

import { keysOf } from "../../parts/keys.js";

export const AGENT_KEYS = keysOf("agent", [
  { key: "a", does: "Mark the agent available" },
  { key: "x", does: "Select or deselect the agent" },
  { key: "Shift+x", does: "Select the range from the last one selected" },
  { key: "u", does: "Undo the last change" },
]);

/** The distance a key moves in the table; undefined for other keys. `page`: rows in sight. */
export function stepOf(key, page) {
  return {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: Math.max(1, page - 1),
    PageUp: -Math.max(1, page - 1),
    Home: -Infinity,
    End: Infinity,
  }[key];
}

/** The row `step` rows on from `at`, within the table; without `at` the first in sight. */
export function placeAfter(at, step, { count, firstInSight }) {
  if (at < 0) return Math.min(firstInSight, count - 1);
  return Math.max(0, Math.min(count - 1, at + step));
}
