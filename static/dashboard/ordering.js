// Which rows a table shows and in which order. Pure.

/** Agents in the alphabet; two of one name keep their order by id. */
export function agentOrder(agents) {
  return Object.keys(agents).sort(
    (a, b) => agents[a].name.localeCompare(agents[b].name, "en") || (a < b ? -1 : 1),
  );
}

const stage = (call) => STAGE[call.status] ?? 3;
const STAGE = { created: 0, queued: 0, offered: 1, inProgress: 2 };

/** Waiting calls as the queues serve them, then calls being offered, then calls in progress. */
export function callOrder(calls) {
  const place = (id) => (stage(calls[id]) === 0 ? calls[id].order : calls[id].since) ?? "";
  return Object.keys(calls).sort(
    (a, b) => stage(calls[a]) - stage(calls[b]) || compare(place(a), place(b)) || compare(a, b),
  );
}

/** The same order, but of the waiting calls the first only: those being served must not be pushed out. */
export function shownCalls(calls, { waiting, total }) {
  const order = callOrder(calls);
  const first = order.findIndex((id) => stage(calls[id]) > 0);
  const queued = first < 0 ? order.length : first;
  return [...order.slice(0, Math.min(queued, waiting)), ...order.slice(queued)].slice(0, total);
}

/** Queue keys in the alphabet. */
export function queueOrder(queues) {
  return Object.keys(queues).sort((a, b) => a.localeCompare(b, "en"));
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The order to draw. While a table is held (mouse or focus in it) every row stays where it is, even
 * one that ended meanwhile, and newcomers wait at the end; otherwise the wanted order is drawn. `most`
 * bounds a held table, over which a mouse may be parked for a day.
 */
export function heldOrder(shown, wanted, held, most = Infinity) {
  if (!held) return wanted;
  const known = new Set(shown);
  return [...shown, ...wanted.filter((id) => !known.has(id))].slice(0, Math.max(most, shown.length));
}

/** Does the agent fit the typed words (each must occur in name, languages, gender or status)? */
export function matches(row, statusWord, filter) {
  if (filter.status && !filter.status.includes(row.status)) return false;
  const text = [row.name, ...row.languages, statusWord, row.reason ?? ""].join(" ").toLowerCase();
  return filter.words.every((word) => text.includes(word));
}
