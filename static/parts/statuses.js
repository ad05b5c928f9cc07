// Agent statuses in scripts: looks, figure that counts each, choice pending until the end of a call.

import { AGENT_STATUSES, GROUPS, NO_ANSWER, RESTING } from "./status-table.js";

export { AGENT_STATUSES };

const UNKNOWN = { word: "Unknown", icon: "dot", tone: "grey" };

/** The headline's agent figures: label and filter. */
export const AGENT_GROUPS = Object.entries(GROUPS).map(([name, statuses]) => ({ ...AGENT_STATUSES[statuses[0]], name, statuses }));

const GROUP_OF = Object.fromEntries(AGENT_GROUPS.flatMap(({ name, statuses }) => statuses.map((one) => [one, name])));

/** The name of the group a status belongs to. */
export function groupOf(status) {
  return GROUP_OF[status] ?? "";
}

/** `until`: available until a given time means at rest after an unanswered offer. */
export function agentStatus(status, until = null) {
  if (status === "available" && until) return RESTING;
  return AGENT_STATUSES[status] ?? UNKNOWN;
}

const FULL = { word: "Full", icon: "stop", tone: "blue" };

/** The status of a chat row; one with a free slot is on a call where that keeps chats away. */
export function chatStatus({ status, until, held, slots }) {
  return status === "attendingCall" && held.length >= slots ? FULL : agentStatus(status, until);
}

/** The groups of chat rows: full in place of on a call, and no wrap-up. */
export const CHAT_GROUPS = AGENT_GROUPS.filter(({ name }) => name !== "wrap-up").map((group) => (group.name === "on-call" ? { ...group, ...FULL } : group));

/** The status of a row of either channel. */
export function rowStatus(row) {
  return row.channel ? chatStatus(row) : agentStatus(row.status, row.until);
}

const WITH_A_CALL = ["offered", "attendingCall", "wrapUp"];

/** True during an offer, a call or wrap-up: a choice waits for its end. */
export function hasCall(row) {
  return WITH_A_CALL.includes(row.status);
}

/** The pending choice, after the call: "then paused". */
export function pendingChoice(row) {
  if (!hasCall(row)) return "";
  return { paused: "then paused", offline: "then offline" }[row.choice] ?? "";
}

/** True if routing paused the agent after too many missed calls in a row. */
export function hasMissed({ status, reason, changed_by: by }) {
  return status === "paused" && reason === NO_ANSWER.reason && by === NO_ANSWER.changed_by;
}

/**
 * Reason of a pause in three parts: ["Paused: ", "Lunch", ""]. The middle one alone is the short form. `most`
 * is the limit of missed calls.
 */
export function pauseWords(row, most) {
  if (hasMissed(row)) return ["Paused after ", `${most} missed`, " calls"];
  return row.reason ? ["Paused: ", row.reason, ""] : ["", "Paused", ""];
}
