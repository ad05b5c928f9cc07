// Single keys. They can be switched off, and never act while the user types or a dialog is open.

/** What the dialog of keys lists: `row` is what a row is, `own` the keys that this page has besides. */
export function keysOf(row, own = [], filter = "Go to the filter") {
  return [
    { key: "/", does: filter },
    { key: "Esc", does: "Clear the filter" },
    { key: "j", does: `Next ${row}` },
    { key: "k", does: `Previous ${row}` },
    ...own,
    { key: "p", does: "Pause or resume updates" },
    { key: "?", does: "Show these keys" },
  ];
}

const STORED = "single-keys";

export function singleKeysOn() {
  return localStorage.getItem(STORED) !== "off";
}

export function storeSingleKeys(on) {
  localStorage.setItem(STORED, on ? "on" : "off");
}

const FIELDS = "input:not([type=checkbox]), textarea, select";
const TYPING_MS = 1_500; // longest pause between two keys of one text

/** `actionOf(event)` says what a key does, if anything; `enabled()` whether single keys are wanted. */
export function onSingleKey(enabled, actionOf) {
  const typing = typist();
  document.addEventListener("pointerdown", typing.end);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing.hear(event)) {
      if (!event.target.matches?.(FIELDS)) event.preventDefault(); // the key was not meant for what has the focus now
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const act = enabled() && actionOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * Tells whether a key belongs to a text being typed: in a field, or just after the field has gone, as when a call or
 * chat ends. The rest of that text must not act on the page.
 */
function typist() {
  let field = null;
  let at = 0;
  return {
    end: () => (field = null),
    hear({ target, key, timeStamp }) {
      const isField = Boolean(target.matches?.(FIELDS));
      const goesOn = field?.isConnected === false && timeStamp - at < TYPING_MS && (key.length === 1 || key === "Backspace" || key === "Enter");
      const isLast = key === "Escape" || (key === "Enter" && target.matches?.("input"));
      if (isField && !isLast) field = target;
      else if (!goesOn) field = null;
      at = timeStamp;
      return isField || goesOn;
    },
  };
}

/** `on`: {showKeys, pauseView, clearFilter}; `own`: what keys do on this page besides. */
export function listenToKeys(on, enabled, own) {
  const actions = { "/": () => document.getElementById("filter")?.focus(), "?": on.showKeys, p: on.pauseView, ...own };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.id === "filter") on.clearFilter();
  });
  onSingleKey(enabled, ({ key }) => actions[key]);
}

/** j and k: to the first link of the row after, or before, the one the reader is in. `place()` has the rows. */
export function rowKeys(place) {
  const move = (step) => {
    const rows = [...place().querySelectorAll("tr[data-key]")].filter((row) => row.querySelector("a"));
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const row = at < 0 ? rows[0] : rows[at + step];
    row?.querySelector("a").focus();
    row?.scrollIntoView({ block: "nearest" });
  };
  return { j: () => move(1), k: () => move(-1) };
}
