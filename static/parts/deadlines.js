// Due times: time left, and overdue agents and calls. Pure; the time is an argument.

// The sweep comes every second; beyond this delay an item is stuck.
export const STUCK_AFTER_MS = 5_000;

/** `{left, stuck}` for an ISO moment: milliseconds left (0 once it passed); null without a moment. */
export function deadline(iso, now) {
  if (!iso) return null;
  const left = Date.parse(iso) - now;
  return { left: Math.max(0, left), stuck: -left > STUCK_AFTER_MS };
}

const AGENTS_COUNTED_DOWN = ["available", "offered", "wrapUp"];

/** An agent's deadline as shown: on a call no countdown, only its limit; `over`: paused beyond the limit, by `late` milliseconds. */
export function agentDeadline(agent, now) {
  const due = deadline(agent.until, now);
  if (due && agent.status === "paused") return { left: due.left, stuck: false, over: due.left === 0, late: now - Date.parse(agent.until) };
  return due && (due.stuck || AGENTS_COUNTED_DOWN.includes(agent.status)) ? due : null;
}

const SHORTEST_PAUSE_MS = 60_000; // where nothing is left of a day, a pause is judged as one of a minute

/** The longest pause of agents on calls, as a multiple of what it may last; NaN without a limited one. */
export function longestPause(agents, now) {
  const parts = Object.values(agents)
    .filter(({ status, until, channel }) => status === "paused" && until && !channel)
    .map(({ since, until }) => (now - Date.parse(since)) / Math.max(SHORTEST_PAUSE_MS, Date.parse(until) - Date.parse(since)));
  return parts.length ? Math.max(...parts) : NaN;
}

/** A call's deadline as shown; for a waiting call its next change. */
export function callDeadline(call, now) {
  const due = deadline(call.due, now);
  return due && (due.stuck || call.status !== "inProgress") ? due : null;
}

/** The next change of a waiting call: "priority 4", "next step", "overflow"; empty without one. */
export function nextWord(call) {
  if (call.status !== "queued") return "";
  return { band: `priority ${call.band - 1}`, step: "next step", overflow: "overflow" }[call.next] ?? "";
}

/** A caller's priority if not the default: "P2", "P5 → 3" once promoted; else empty. */
export function priorityWord(call, usual) {
  if (call.band < call.priority) return `P${call.priority} → ${call.band}`;
  return call.priority < usual ? `P${call.priority}` : "";
}
