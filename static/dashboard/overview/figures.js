// The headline numbers, from the board's rows. Pure.

import { agentFigures } from "./agent-figures.js";
import { longestPause } from "../../parts/deadlines.js";
import { plural, since, spokenDuration } from "../../parts/format.js";
import { responses, targets } from "./queue-rows.js";
import { AGENT_GROUPS } from "../../parts/statuses.js";

/** Everything the headline shows, with agents by `groups` of statuses. Durations in milliseconds, shares between 0 and 1 or NaN. */
export function figures(state, now, groups = AGENT_GROUPS) {
  // From the queues, not from the call rows: the stream has only the first callers of a very long queue.
  const keys = Object.keys(state.call_queues).filter((key) => state.call_queues[key].depth > 0);
  const { today = {}, recent = {} } = state.totals;
  return {
    waiting: keys.reduce((sum, key) => sum + state.call_queues[key].depth, 0),
    queuesInUse: keys.length,
    ...longest(keys, state, now),
    recent: { ...counted(recent), minutes: recent.minutes },
    today: { ...counted(today), since: today.since ?? null },
    ...targets(today),
    longestPause: longestPause(state.agents, now),
    agents: agentFigures(Object.values(state.agents), today.agent_targets, groups),
  };
}

/** The figures of the last minutes or of the day; shares as rounded by the feed. */
function counted(row = {}) {
  return {
    offered: row.offered,
    answered: row.answered,
    abandoned: row.abandoned,
    removed: row.removed,
    failed: row.failed,
    overdue: row.overdue,
    serviceLevel: row.service_level ?? NaN,
    abandonment: row.abandonment ?? NaN,
    asa: (row.asa_seconds ?? NaN) * 1000,
    ...responses(row),
    formulas: row.formulas ?? {},
  };
}

/** The longest wait, its queue, and that queue's target. */
function longest(keys, state, now) {
  const waits = keys.map((key) => [since(state.call_queues[key].oldest, now) || 0, key]);
  const [longestWait, longestKey] = waits.reduce((a, b) => (b[0] > a[0] ? b : a), [0, null]);
  const figures = state.figures[longestKey] ?? state.totals.today ?? {};
  return { longestWait, longestKey, longestTarget: targets(figures).target };
}

/** One sentence for a screen reader. */
export function spoken(shown) {
  const amount = (name) => shown.agents.groups.find((group) => group.name === name).amount;
  const wait = shown.waiting ? `, longest wait ${spokenDuration(shown.longestWait)}` : "";
  return (
    `${plural(shown.waiting, "call")} waiting${wait}. ` +
    `${plural(amount("available"), "agent")} available, ${amount("on-call")} on call, ${amount("paused")} paused.`
  );
}

/** The chats in progress, by the chat rows of all agents. */
export function chatsHeld(agents) {
  return Object.values(agents).reduce((sum, { held }) => sum + (held?.length ?? 0), 0);
}

/** The same of chats. */
export function spokenChats(shown) {
  const amount = (name) => shown.agents.groups.find((group) => group.name === name).amount;
  const wait = shown.waiting ? `, longest wait ${spokenDuration(shown.longestWait)}` : "";
  return `${plural(shown.waiting, "chat")} waiting${wait}. ${plural(amount("available"), "agent")} free for chats.`;
}
