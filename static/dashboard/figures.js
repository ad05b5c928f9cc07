// The headline numbers, from the board's rows, and how they stand against their targets. Pure.

import { plural, since, spokenDuration } from "./format.js";
import { AGENT_GROUPS } from "./statuses.js";

/** Everything the headline shows. Durations in milliseconds, shares between 0 and 1 or NaN. */
export function figures(state, now) {
  // From the queues, not from the call rows: of a very long queue the stream names only the first callers.
  const queues = Object.values(state.call_queues).filter((queue) => queue.depth > 0);
  const totals = state.totals.today ?? {};
  return {
    waiting: queues.reduce((sum, queue) => sum + queue.depth, 0),
    queuesInUse: queues.length,
    longestWait: Math.max(0, ...queues.map((queue) => since(queue.oldest, now) || 0)),
    target: (totals.target_seconds ?? NaN) * 1000,
    offered: totals.offered,
    answered: totals.answered,
    abandoned: totals.abandoned,
    setAside: totals.set_aside,
    abandonment: share(totals.abandoned, totals.offered),
    serviceLevel: totals.service_level ?? NaN,
    formula: totals.formulas?.service_level ?? "",
    since: totals.since ?? null,
    agents: agentFigures(Object.values(state.agents)),
  };
}

function share(part, whole) {
  return whole > 0 ? part / whole : NaN;
}

function agentFigures(rows) {
  const groups = AGENT_GROUPS.map((group) => ({
    ...group,
    amount: rows.filter((row) => group.statuses.includes(row.status)).length,
  }));
  return { total: rows.length, groups };
}

const RANKS = { none: 0, good: 0, warn: 1, bad: 2 };

/**
 * The level of a figure where more is worse, with hysteresis: it worsens at the limit and recovers only
 * a tenth below it, so that a figure on the edge does not flicker.
 */
export function level(previous, value, limits) {
  if (!Number.isFinite(value) || !Number.isFinite(limits.warn)) return "none";
  const rank = RANKS[previous] ?? 0;
  if (value > limits.bad * (rank >= 2 ? 0.9 : 1)) return "bad";
  if (value > limits.warn * (rank >= 1 ? 0.9 : 1)) return "warn";
  return "good";
}

/** Levels for the figures that have a target; `shareTarget` is the service level wanted, 0 to 1. */
export function levels(previous, shown, shareTarget) {
  const missed = 1 - shown.serviceLevel;
  const allowed = 1 - shareTarget;
  return {
    longestWait: level(previous.longestWait, shown.longestWait, { warn: shown.target, bad: shown.target * 3 }),
    serviceLevel: level(previous.serviceLevel, missed, { warn: allowed, bad: Math.min(allowed * 2, 0.99) }),
  };
}

/** One sentence for a screen reader. */
export function spoken(shown) {
  const amount = (name) => shown.agents.groups.find((group) => group.name === name).amount;
  const wait = shown.waiting ? `, the longest for ${spokenDuration(shown.longestWait)}` : "";
  return (
    `${plural(shown.waiting, "call")} waiting${wait}. ` +
    `${plural(amount("available"), "agent")} available, ${amount("on-call")} on call, ${amount("paused")} paused.`
  );
}
