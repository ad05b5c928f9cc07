// The board's single keys. They can be switched off, and never act while the user types.

export const KEYS = [
  { key: "/", does: "Go to the filter" },
  { key: "Esc", does: "Clear the filter" },
  { key: "j", does: "Next agent" },
  { key: "k", does: "Previous agent" },
  { key: "a", does: "Mark the agent available" },
  { key: "p", does: "Pause or resume updates" },
  { key: "?", does: "Show these keys" },
];

const STORED = "single-keys";

export function singleKeysOn() {
  return localStorage.getItem(STORED) !== "off";
}

export function storeSingleKeys(on) {
  localStorage.setItem(STORED, on ? "on" : "off");
}

/**
 * `on`: {showKeys, pauseView, clearFilter}; `enabled()` says whether single keys are wanted; `others`:
 * additional or different keys of this page.
 */
export function listenToKeys(on, enabled, others = {}) {
  const actions = { ...ACTIONS, ...others };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input:not([type=checkbox]), textarea, select");
    if (event.key === "Escape" && event.target.id === "filter") on.clearFilter();
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (!enabled()) return;
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act(on);
  });
}

const ACTIONS = {
  "/": () => document.getElementById("filter")?.focus(),
  "?": (on) => on.showKeys(),
  p: (on) => on.pauseView(),
  j: () => moveRow(1),
  k: () => moveRow(-1),
  a: () => currentRow()?.querySelector("button[value=ready]")?.click(),
};

function currentRow() {
  return document.activeElement?.closest("tr[data-agent]");
}

function moveRow(step) {
  const rows = [...document.querySelectorAll("table.agents tr[data-agent]")];
  const at = rows.indexOf(currentRow());
  const next = at < 0 ? rows[0] : rows[at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
