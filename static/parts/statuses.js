// What scripts know of agent statuses: how each looks, which figure counts it, what waits for the end of a call.

import { AGENT_STATUSES, GROUPS, NO_ANSWER, RESTING } from "./status-table.js";

export { AGENT_STATUSES };

const UNKNOWN = { word: "Unknown", icon: "dot", tone: "grey" };

/** The headline's agent figures: what is shown, and what it filters. */
export const AGENT_GROUPS = Object.entries(GROUPS).map(([name, statuses]) => ({ ...AGENT_STATUSES[statuses[0]], name, statuses }));

const GROUP_OF = Object.fromEntries(AGENT_GROUPS.flatMap(({ name, statuses }) => statuses.map((one) => [one, name])));

/** The name of the group a status belongs to. */
export function groupOf(status) {
  return GROUP_OF[status] ?? "";
}

/** `until`: an agent who is available until a moment rests after an offer in vain. */
export function agentStatus(status, until = null) {
  if (status === "available" && until) return RESTING;
  return AGENT_STATUSES[status] ?? UNKNOWN;
}

const WITH_A_CALL = ["offered", "attendingCall", "wrapUp"];

/** True while a call rings, runs or is written up: a choice waits for its end. */
export function hasCall(row) {
  return WITH_A_CALL.includes(row.status);
}

/** What the agent chose but routing has not done yet, because a call comes first: "then paused". */
export function pendingChoice(row) {
  if (!hasCall(row)) return "";
  return { paused: "then paused", offline: "then offline" }[row.choice] ?? "";
}

/** True where routing paused the agent, who had missed too many calls in a row. */
export function hasMissed({ status, reason, changed_by: by }) {
  return status === "paused" && reason === NO_ANSWER.reason && by === NO_ANSWER.changed_by;
}

/**
 * Why an agent is paused, as three parts that read as one: ["Paused: ", "Lunch", ""]. Where there is little room the
 * middle one stands alone. `most` calls missed are too many.
 */
export function pauseWords(row, most) {
  if (hasMissed(row)) return ["Paused after ", `${most} missed`, " calls"];
  return row.reason ? ["Paused: ", row.reason, ""] : ["", "Paused", ""];
}
