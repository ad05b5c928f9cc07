// The single keys of the overview: the filter, through the queues, pause, and the list of keys itself.

import { listenToKeys } from "../../parts/keys.js";
import { moveRow } from "../../pages/part-keys.js";

export const OVERVIEW_KEYS = [
  { key: "/", does: "Filter queues" },
  { key: "Esc", does: "Clear the filter" },
  { key: "j", does: "Next queue" },
  { key: "k", does: "Previous queue" },
  { key: "Enter", does: "Open the queue" },
  { key: "p", does: "Pause or resume updates" },
  { key: "?", does: "Show these keys" },
];

/** `on`: {showKeys, pauseView}; `enabled()`: whether single keys are on. */
export function listenToOverviewKeys(root, on, enabled) {
  const move = (step) => () => moveRow(root.querySelector(".queues-panel"), step);
  listenToKeys(on, enabled, { j: move(1), k: move(-1), a: () => {} });
}
