// What is wrong now, the worst first: callers whom nobody can answer, no dispatcher, failed calls. Pure.

const RANKS = { bad: 0, warn: 1, none: 2 };

/**
 * [{kind, level, …}]: of a queue also its `key`, `skills`, how many wait (`depth`), since when (`since`), who fits
 * (`crew`), and `ids` of the paused agents who could help, those paused after missed calls first.
 *
 * kinds: "undispatched", "nobody" signed in who fits, all "paused", all "busy" beyond the target, "unmatched" beyond
 * the target though somebody is free, and "failed" calls.
 */
export function troubles({ totals, call_queues: queues }, rows, levels) {
  const found = Object.values(rows)
    .map((row) => ofQueue(row, queues[row.key]?.oldest, levels.queues[row.key]?.wait))
    .filter(Boolean)
    .sort((a, b) => RANKS[a.level] - RANKS[b.level] || b.wait - a.wait || (a.key < b.key ? -1 : 1));
  return [...undispatched(totals), ...found, ...failed(totals)];
}

/**
 * The same, calm enough to read and to click: what was first stays so until it is over or something of a worse level
 * comes, and while it is `held`, under the mouse or the focus, whatever comes.
 */
export function steady(found, before, held) {
  const place = found.findIndex(({ kind, key }) => kind === before?.kind && key === before.key);
  if (place < 1 || !(held || found[0].level === found[place].level)) return found;
  return [found[place], ...found.filter((_, at) => at !== place)];
}

/** True where callers have to wait for no good reason; failed calls wait for a decision, not on the line. */
export function keepsCallersWaiting(found) {
  return found.some(({ kind }) => kind !== "failed");
}

function undispatched({ dispatcher }) {
  return dispatcher?.leads === false ? [{ kind: "undispatched", level: "bad" }] : [];
}

function failed({ dead_letters: letters }) {
  return letters?.count ? [{ kind: "failed", level: "none", ...letters }] : [];
}

function ofQueue(row, since, waitLevel) {
  const { key, skills, depth, wait, free, signedIn, busy, offline, missed, chose } = row;
  const kind = kindOf(row, waitLevel === "warn" || waitLevel === "bad");
  if (!kind) return null;
  const level = kind === "nobody" || kind === "paused" ? "bad" : waitLevel;
  const crew = { free, signedIn, busy, offline, missed: missed.length, chose: chose.length };
  const couldHelp = free > 0 ? [] : missed.length > 0 ? missed : chose;
  return { kind, level, key, skills, depth, since, wait: wait || 0, crew, ids: couldHelp };
}

function kindOf({ depth, free, signedIn, busy }, late) {
  if (depth === 0) return "";
  if (signedIn === 0) return "nobody";
  if (free + busy === 0) return "paused";
  if (!late) return "";
  return free > 0 ? "unmatched" : "busy";
}
