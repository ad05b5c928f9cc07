// What is due when: how long is left, and who is past it. Pure; the present is an argument.

// The sweep comes every second; what is later than this is not on its way any more.
export const STUCK_AFTER_MS = 5_000;

/** `{left, stuck}` for an ISO moment: milliseconds left (0 once it passed); null without a moment. */
export function deadline(iso, now) {
  if (!iso) return null;
  const left = Date.parse(iso) - now;
  return { left: Math.max(0, left), stuck: -left > STUCK_AFTER_MS };
}

const AGENTS_COUNTED_DOWN = ["available", "offered", "wrapUp"];

/** An agent's deadline as it is shown: on a call there is nothing to count down, only too long. */
export function agentDeadline(agent, now) {
  const due = deadline(agent.until, now);
  return due && (due.stuck || AGENTS_COUNTED_DOWN.includes(agent.status)) ? due : null;
}

/** A call's deadline as it is shown; for a waiting call what comes next. */
export function callDeadline(call, now) {
  const due = deadline(call.due, now);
  return due && (due.stuck || call.status !== "inProgress") ? due : null;
}

/** What a waiting call is due for: "priority 4", "next step", "overflow"; nothing where nothing is ahead. */
export function nextWord(call) {
  if (call.status !== "queued") return "";
  return { band: `priority ${call.band - 1}`, step: "next step", overflow: "overflow" }[call.next] ?? "";
}

/** How a caller's priority is told where it says something: "P2", "P5 → 3" once promoted; else nothing. */
export function priorityWord(call, usual) {
  if (call.band < call.priority) return `P${call.priority} → ${call.band}`;
  return call.priority < usual ? `P${call.priority}` : "";
}
