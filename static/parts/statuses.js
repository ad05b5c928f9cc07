// The words, icons and tones of agent and call statuses. Colour never stands alone: each has all three.

const UNKNOWN = { word: "Unknown", icon: "dot", tone: "grey" };

export const AGENT_STATUSES = {
  queued: { word: "Available", icon: "check", tone: "green" },
  available: { word: "Not queued", icon: "dot", tone: "green" },
  offered: { word: "Ringing", icon: "bell", tone: "sky" },
  attendingCall: { word: "On call", icon: "phone", tone: "blue" },
  wrapUp: { word: "Wrap-up", icon: "pen", tone: "purple" },
  paused: { word: "Paused", icon: "pause", tone: "orange" },
  offline: { word: "Offline", icon: "off", tone: "grey" },
};

export const CALL_STATUSES = {
  created: { word: "New", icon: "dot", tone: "grey" },
  queued: { word: "Waiting", icon: "clock", tone: "plain" },
  offered: { word: "Ringing", icon: "bell", tone: "sky" },
  inProgress: { word: "In progress", icon: "phone", tone: "blue" },
  completed: { word: "Ended", icon: "check", tone: "grey" },
  abandoned: { word: "Abandoned", icon: "off", tone: "grey" },
  removed: { word: "Removed", icon: "close", tone: "grey" },
  rejected: { word: "Rejected", icon: "off", tone: "grey" },
  deadLettered: { word: "Failed", icon: "warn", tone: "orange" },
};

/** The headline's agent figures, in the order of an agent's day: what is shown, and what it filters. */
export const AGENT_GROUPS = [
  { name: "available", word: "Available", statuses: ["queued", "available"], icon: "check", tone: "green" },
  { name: "ringing", word: "Ringing", statuses: ["offered"], icon: "bell", tone: "sky" },
  { name: "on-call", word: "On call", statuses: ["attendingCall"], icon: "phone", tone: "blue" },
  { name: "wrap-up", word: "Wrap-up", statuses: ["wrapUp"], icon: "pen", tone: "purple" },
  { name: "paused", word: "Paused", statuses: ["paused"], icon: "pause", tone: "orange" },
  { name: "offline", word: "Offline", statuses: ["offline"], icon: "off", tone: "grey" },
];

/** The name of the group a status belongs to. */
export function groupOf(status) {
  return AGENT_GROUPS.find(({ statuses }) => statuses.includes(status))?.name ?? "";
}

const RESTING = { word: "Resting", icon: "clock", tone: "grey" };

/** `until`: an agent who is available until a moment rests after an offer in vain. */
export function agentStatus(status, until = null) {
  if (status === "available" && until) return RESTING;
  return AGENT_STATUSES[status] ?? UNKNOWN;
}

export function callStatus(status) {
  return CALL_STATUSES[status] ?? UNKNOWN;
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

const NO_ANSWER = { reason: "no answer", changed_by: "routing" };

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
