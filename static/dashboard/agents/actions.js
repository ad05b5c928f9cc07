// Actions on agents: what counts as a change since they were seen, messages. Pure.

import { plural } from "../../parts/format.js";
import { hasCall } from "../../parts/statuses.js";

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

/** "Pause: 37 done, 2 skipped: Ana (paused now); Ben (on a call now)." */
export function outcomeText(word, { done, refused, gone, left, trouble }) {
  const parts = [`${done.size} done`];
  if (refused.size > 0) parts.push(`${refused.size} skipped`);
  if (gone.length > 0) parts.push(`${plural(gone.length, "agent")} gone`);
  if (trouble) parts.push(`${left.length} unknown`);
  const sentence = `${word}: ${parts.join(", ")}`;
  const named = [...refused.values()].slice(0, NAMED).map(({ why, row }) => `${row.name} (${why})`);
  const more = refused.size > NAMED ? `; and ${refused.size - NAMED} more` : "";
  const whom = named.length > 0 ? `: ${named.join("; ")}${more}` : "";
  return trouble ? `${sentence}${whom}. ${trouble}` : `${sentence}${whom}.`;
}

/** What an action does to these agents, for the question before it: the declared note, with numbers where known. */
export function noteFor({ name, asks }, rows) {
  if (name === "release") return releaseNote(rows);
  const busy = rows.filter(hasCall).length;
  if (name !== "paused") return asks.note;
  return busy ? `${plural(busy, "agent")} with a call: the pause starts after the call and wrap-up.` : "";
}

/** What a release of these agents ends, for the confirmation. */
export function releaseNote(rows) {
  const amount = (...statuses) => rows.filter(({ status }) => statuses.includes(status)).length;
  const [talks, rings, others] = [amount("attendingCall"), amount("offered"), amount("wrapUp", "available")];
  const parts = [
    talks && `${plural(talks, "call")} in progress ${talks === 1 ? "ends" : "end"}`,
    rings && `${plural(rings, "ringing call")} ${rings === 1 ? "returns" : "return"} to ${rings === 1 ? "its place" : "their places"}`,
    others && `${plural(others, "agent")} ${others === 1 ? "leaves" : "leave"} wrap-up or rest`,
  ].filter(Boolean);
  return `${parts.join("; ")}. Agents return to the status they chose.`;
}
