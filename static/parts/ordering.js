// Order of a table's rows. Pure.

import { languageName } from "./names/skill-names.js";

/** Agents in the alphabet; two of one name keep their order by id. */
export function agentOrder(agents) {
  return Object.keys(agents).sort(
    (a, b) => agents[a].name.localeCompare(agents[b].name, "en") || (a < b ? -1 : 1),
  );
}

/** Ids of the waiting calls in order of service. */
export function waitingOrder(calls) {
  return Object.keys(calls)
    .filter((id) => calls[id].status === "queued")
    .sort((a, b) => compare(calls[a].order, calls[b].order) || compare(a, b));
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The order to draw. While a table is held (mouse or focus in it) every row stays in place, even an ended
 * one, and new ones come last; otherwise the normal order is drawn. `most` bounds a table held for a long
 * time.
 */
export function heldOrder(shown, wanted, held, most = Infinity) {
  if (!held) return wanted;
  const known = new Set(shown);
  return [...shown, ...wanted.filter((id) => !known.has(id))].slice(0, Math.max(most, shown.length));
}

/** Does the agent match the typed words (each in name, languages, gender or status)? */
export function matches(row, statusWord, filter) {
  if (filter.status && !filter.status.includes(row.status)) return false;
  const text = [row.name, ...row.languages.map(languageName), statusWord, row.reason ?? ""].join(" ").toLowerCase();
  return filter.words.every((word) => text.includes(word));
}
