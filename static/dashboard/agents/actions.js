// Actions on agents: what counts as a change since they were seen, messages. Pure.

import { count, plural } from "../../parts/format.js";

/**
 * Has an agent changed since it was seen, other than by routing, in what the action depends on? A choice
 * depends on the former choice; all other actions on the status and the call.
 */
export function isNewer({ isChoice }, seen, present) {
  if (isChoice) return present.choice !== seen.choice || present.reason !== seen.reason;
  return present.status !== seen.status || present.call !== seen.call;
}

/** The version to act on: the current one, unless the agent changed in a way that matters. */
export function versionToSend(action, seen, present) {
  return present && !isNewer(action, seen, present) ? present.version : seen.version;
}

/** The former choices of agents, grouped: [{choice, reason, seen: Map id → row to restore from}]. */
export function byFormerChoice(changes) {
  const groups = new Map();
  for (const { id, before, after } of changes) {
    if (!before || (before.choice === after.choice && before.reason === after.reason)) continue;
    const key = `${before.choice} ${before.reason}`;
    if (!groups.has(key)) groups.set(key, { choice: before.choice, reason: before.reason, seen: new Map() });
    groups.get(key).seen.set(id, after);
  }
  return [...groups.values()];
}

const NAMED = 3;

/** "Pause: 37 done, 2 skipped: Ana (paused now); Ben (on a call now)." Without a result the reason alone. */
export function outcomeText(word, { done, refused, gone, left, trouble, isRefused }) {
  if (trouble && done.size + refused.size + gone.length === 0) return isRefused ? `Nothing was done: ${trouble}` : `${word}: ${trouble}`;
  const parts = [`${done.size} done`];
  if (refused.size > 0) parts.push(`${refused.size} skipped`);
  if (gone.length > 0) parts.push(`${plural(gone.length, "agent")} gone`);
  if (trouble) parts.push(`${left.length} ${isRefused ? "not done" : "unknown"}`);
  const sentence = `${word}: ${parts.join(", ")}`;
  const named = [...refused.values()].slice(0, NAMED).map(({ why, row }) => `${row.name} (${why})`);
  const more = refused.size > NAMED ? `; and ${refused.size - NAMED} more` : "";
  const whom = named.length > 0 ? `: ${named.join("; ")}${more}` : "";
  return trouble ? `${sentence}${whom}. ${trouble}` : `${sentence}${whom}.`;
}

/** What an action does to these agents, for the question before it. */
export function noteFor({ asks }, rows) {
  if (asks.effects.length === 0) return asks.note;
  const effects = asks.effects.map(({ statuses, one, more }) => {
    const number = rows.filter(({ status }) => statuses.includes(status)).length;
    return number && `${count(number)} ${number === 1 ? one : more}`;
  });
  const text = effects.filter(Boolean).join("; ");
  return [text && `${text}.`, asks.afterwards].filter(Boolean).join(" ");
}
