// Agents by status: numbers, targets, and history by minute. Pure.

import { SPARK_MINUTES } from "../../charts/series.js";
import { AGENT_GROUPS } from "../../parts/statuses.js";

const MINUTE_MS = 60_000;

/** By group: its target, and whether that is a least number. */
const HELD_AGAINST = {
  available: { target: "least_available", least: true },
  ringing: { target: "most_ringing" },
  "on-call": { target: "most_on_call" },
  "wrap-up": { target: "most_in_wrap_up" },
  paused: { target: "most_paused" },
  offline: { target: "most_offline" },
};

/**
 * {total, signedIn, isCounting, groups}: `isCounting` while a new feed has not told the targets; each group with its
 * `amount`, the `target` in agents (NaN: none), `red`, the amount beyond which it is red, the `share` from the settings,
 * and `least` if fewer are worse.
 */
export function agentFigures(rows, targets, statuses = AGENT_GROUPS) {
  const amounts = new Map();
  for (const { status } of rows) amounts.set(status, (amounts.get(status) ?? 0) + 1);
  const signedIn = rows.length - (amounts.get("offline") ?? 0);
  const groups = statuses.map((group) => {
    const { target: name, least = false } = HELD_AGAINST[group.name];
    const share = targets?.[name] ?? 0;
    const crew = group.name === "offline" ? rows.length : signedIn;
    const amount = group.statuses.reduce((sum, status) => sum + (amounts.get(status) ?? 0), 0);
    return { ...group, amount, least, share, crew, ...limits({ share, crew, least, redBeyond: targets?.red_beyond }) };
  });
  return { total: rows.length, signedIn, isCounting: targets === undefined, groups };
}

/** Rounded in favour of small teams, where one agent is a large share. */
function limits({ share, crew, least, redBeyond }) {
  const target = least ? Math.floor(share * crew) : Math.ceil(share * crew);
  if (!(target > 0)) return { target: NaN, red: NaN };
  if (least) return { target, red: target / redBeyond };
  // Twice nine in ten is more than all agents: then red begins half-way to all.
  return { target, red: target * redBeyond < crew ? target * redBeyond : (target + crew) / 2 };
}

/** The last half hour of each group, {available: […], …}, the oldest minute first; null without a count. */
export function agentSparks(rows, now) {
  const running = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const minutes = Array.from({ length: SPARK_MINUTES - 1 }, (_, index) =>
    agentsAt(rows, running - (SPARK_MINUTES - 1 - index) * MINUTE_MS),
  );
  return Object.fromEntries(AGENT_GROUPS.map(({ name }) => [name, minutes.map((minute) => minute?.[name] ?? null)]));
}

/** Agents in each group at the end of the minute that began then; null without a count. */
export function agentsAt(rows, at) {
  const row = rows[`${new Date(at).toISOString().slice(0, 16)}Z`];
  if (!row) return null;
  return Object.fromEntries(
    AGENT_GROUPS.map(({ name, statuses }) => [name, statuses.reduce((sum, status) => sum + (row[status] ?? 0), 0)]),
  );
}

/** The sparklines, recomputed only when a minute has ended. */
export class AgentHour {
  #rows = null;
  #minute = null;
  #read = null;

  read(rows, now) {
    const minute = Math.floor(now / MINUTE_MS);
    if (rows !== this.#rows || minute !== this.#minute) this.#read = agentSparks(rows, now);
    this.#rows = rows;
    this.#minute = minute;
    return this.#read;
  }
}
