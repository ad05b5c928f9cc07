// The headline numbers, from the board's rows, and how they stand against their targets. Pure.

import { agentFigures } from "./agent-figures.js";
import { plural, since, spokenDuration } from "./format.js";
import { targets } from "./queue-rows.js";

/** Everything the headline shows. Durations in milliseconds, shares between 0 and 1 or NaN. */
export function figures(state, now) {
  // From the queues, not from the call rows: of a very long queue the stream names only the first callers.
  const keys = Object.keys(state.call_queues).filter((key) => state.call_queues[key].depth > 0);
  const totals = state.totals.today ?? {};
  return {
    waiting: keys.reduce((sum, key) => sum + state.call_queues[key].depth, 0),
    queuesInUse: keys.length,
    ...longest(keys, state, now),
    offered: totals.offered,
    answered: totals.answered,
    abandoned: totals.abandoned,
    setAside: totals.set_aside,
    abandonment: totals.abandonment ?? NaN,
    serviceLevel: totals.service_level ?? NaN,
    asa: (totals.asa_seconds ?? NaN) * 1000,
    ...targets(totals),
    formulas: totals.formulas ?? {},
    since: totals.since ?? null,
    agents: agentFigures(Object.values(state.agents), totals.agent_targets),
  };
}

/** Who waits longest, in which queue, and by when that queue's callers should be answered. */
function longest(keys, state, now) {
  const waits = keys.map((key) => [since(state.call_queues[key].oldest, now) || 0, key]);
  const [longestWait, longestKey] = waits.reduce((a, b) => (b[0] > a[0] ? b : a), [0, null]);
  const figures = state.figures[longestKey] ?? state.totals.today ?? {};
  return { longestWait, longestKey, longestTarget: targets(figures).target };
}

const RANKS = { none: 0, good: 0, warn: 1, bad: 2 };
const ORDER = ["none", "good", "warn", "bad"];

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

/** The same where less is worse: it worsens below the limit and recovers a tenth above it. */
export function levelOfLeast(previous, value, limits) {
  if (!Number.isFinite(value) || !Number.isFinite(limits.warn)) return "none";
  const rank = RANKS[previous] ?? 0;
  if (value < limits.bad * (rank >= 2 ? 1.1 : 1)) return "bad";
  if (value < limits.warn * (rank >= 1 ? 1.1 : 1)) return "warn";
  return "good";
}

/** Levels of the headline's figures that have a target, and of each queue's under `queues`. */
export function levels(previous, shown, rows) {
  const queues = Object.fromEntries(rows.map((row) => [row.key, queueLevels(previous.queues?.[row.key], row)]));
  const worst = (name) => Object.values(queues).reduce((found, one) => worse(found, one[name]), "none");
  const against = (name, value, target) => level(previous[name], value, limitsOf(target, shown.redBeyond));
  return {
    waiting: worst("waiting"),
    longestWait: worst("wait"),
    serviceLevel: missed(previous.serviceLevel, shown),
    abandonment: against("abandonment", shown.abandonment, shown.abandonmentTarget),
    asa: against("asa", shown.asa, shown.asaTarget),
    ...agentLevels(previous, shown.agents?.groups ?? []),
    queues,
  };
}

function agentLevels(previous, groups) {
  return Object.fromEntries(
    groups.map(({ name, amount, target, red, least }) => {
      const against = least ? levelOfLeast : level;
      return [name, against(previous[name], amount, { warn: target, bad: red })];
    }),
  );
}

function queueLevels(previous, row) {
  return {
    waiting: level(previous?.waiting, row.depth, limitsOf(row.waitingTarget, row.redBeyond)),
    wait: level(previous?.wait, row.wait || 0, limitsOf(row.target, row.redBeyond)),
    serviceLevel: missed(previous?.serviceLevel, row),
  };
}

function limitsOf(target, redBeyond) {
  return { warn: target, bad: target * redBeyond };
}

/** A service level is judged by what it misses. */
function missed(previous, { serviceLevel, serviceLevelTarget, redBeyond }) {
  const allowed = 1 - serviceLevelTarget;
  return level(previous, 1 - serviceLevel, { warn: allowed, bad: Math.min(allowed * redBeyond, 0.99) });
}

function worse(one, other) {
  return ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one;
}

/** The headline's figures that have become red; what was red when first seen has not become so. */
export function turnedRed(before, after) {
  return Object.keys(after).filter((name) => after[name] === "bad" && before[name] && before[name] !== "bad");
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
