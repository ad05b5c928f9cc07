// The single keys of pages with one part: the filter, the rows, pause, and the list of keys itself.

import { listenToKeys, singleKeysOn, storeSingleKeys } from "../parts/keys.js";

export const PART_KEYS = [
  { key: "/", does: "Go to the filter" },
  { key: "Esc", does: "Clear the filter" },
  { key: "j", does: "Next row" },
  { key: "k", does: "Previous row" },
  { key: "p", does: "Pause or resume updates" },
  { key: "?", does: "Show these keys" },
];

export class PartKeys {
  singleKeys = singleKeysOn();

  /** `part` has the rows; `on`: {pauseView, clearFilter, showKeys}. */
  constructor(part, on) {
    const move = (step) => () => moveRow(part, step);
    listenToKeys(on, () => this.singleKeys, { j: move(1), k: move(-1), a: () => {} });
  }

  switchKeys(event) {
    this.singleKeys = event.target.checked;
    storeSingleKeys(this.singleKeys);
  }
}

/** To the first link of the next, or previous, row. */
export function moveRow(part, step) {
  const rows = [...part.querySelectorAll("tr[data-key]")].filter((row) => row.querySelector("a"));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = at < 0 ? rows[0] : rows[at + step];
  row?.querySelector("a").focus();
  row?.scrollIntoView({ block: "nearest" });
}
