// Agents that need attention, the most urgent first. Pure; the time is an argument.

import { agentDeadline } from "../../parts/deadlines.js";

const CALM = ["queued", "available", "offline"]; // queued, at rest, or offline

/** Ids: stuck agents, then those ringing for more than half the time or paused beyond the limit, then the longest in their status. */
export function needAttention(agents, now) {
  return Object.keys(agents)
    .filter((id) => !CALM.includes(agents[id].status))
    .map((id) => ({ id, urgency: urgency(agents[id], now), since: agents[id].since }))
    .sort((a, b) => a.urgency - b.urgency || compare(a.since, b.since) || compare(a.id, b.id))
    .map(({ id }) => id);
}

/** These agents, and the chat rows that are stuck, under names that say so. */
export function withStuckChats(agents, chats, now) {
  const stuck = Object.entries(chats?.state.agents ?? {}).filter(([, row]) => agentDeadline(row, now)?.stuck);
  if (stuck.length === 0) return agents;
  return { ...agents, ...Object.fromEntries(stuck.map(([id, row]) => [id, { ...row, name: `${row.name} · Chat` }])) };
}

/** All of these ids: those above, then paused, busy, free agents. */
export function byAttention(ids, agents, now) {
  const ranks = { paused: 2, wrapUp: 3, attendingCall: 3, offered: 3 };
  const rank = (agent) => {
    const most = CALM.includes(agent.status) ? 4 : urgency(agent, now);
    return most < 2 ? most : ranks[agent.status] ?? 4;
  };
  return ids
    .map((id) => ({ id, rank: rank(agents[id]), since: agents[id].since }))
    .sort((a, b) => a.rank - b.rank || compare(a.since, b.since) || compare(a.id, b.id))
    .map(({ id }) => id);
}

function urgency(agent, now) {
  const due = agentDeadline(agent, now);
  if (due?.stuck) return 0;
  if (due?.over) return 1;
  return agent.status === "offered" && due && due.left * 2 < Date.parse(agent.until) - Date.parse(agent.since) ? 1 : 2;
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
