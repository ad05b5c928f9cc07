// What a desk shows of its agent, out of the board's rows; and what happened to the agent since the last
// look. Pure: no page, no clock.

import { hasMissed } from "../../parts/statuses.js";

/** The agent's status as the desk tells it apart. A rest after an offer in vain has an end, else nobody queued. */
const STAGES = {
  offered: "ringing",
  attendingCall: "talking",
  wrapUp: "wrap-up",
  queued: "waiting",
  paused: "paused",
  offline: "offline",
};
const CALL_AT = { offered: "offered", attendingCall: "inProgress" };

export function stageOf(agent) {
  if (!agent) return "gone";
  if (agent.status === "available") return agent.until ? "resting" : "unqueued";
  return STAGES[agent.status] ?? "unknown";
}

/**
 * {agent, stage, call, ready, busy, explanation, missed}; `call` is the row of what rings or runs, null while
 * it has not come; `ready` says that it is where the agent says it is, so that it may be acted upon.
 */
export function deskModel(state, id, config) {
  const agent = state.agents[id];
  const stage = stageOf(agent);
  if (stage === "gone") return { stage };
  const call = state.calls[agent.call] ?? null;
  return {
    agent,
    stage,
    call,
    ready: call !== null && call.agent === id && call.status === CALL_AT[agent.status],
    busy: ["ringing", "talking", "wrap-up"].includes(stage),
    explanation: explanation(agent, stage, config),
    missed: stage === "paused" ? "" : (config.sentences.missed[agent.missed] ?? ""),
  };
}

/** Why no calls come, where that needs words. */
function explanation(agent, stage, { sentences, reasonHandedBack }) {
  if (stage === "resting") return sentences.rests;
  if (stage === "unqueued") return sentences.notQueued;
  if (stage !== "paused") return "";
  if (hasMissed(agent)) return sentences.noAnswer;
  return agent.reason === reasonHandedBack ? sentences.handedBack : "";
}

/**
 * What happened between two looks at the agent (the first has no `before`): `came` is a call that rings or,
 * where nobody has to accept, runs; `left` one that did and does no more, or that is written up by now.
 */
export function happened(before, after) {
  const rang = before?.status === "offered" && before.since === after?.since;
  const isNew = withCall(after) !== null && (after.call !== withCall(before) || (after.status === "offered" && !rang));
  const gone = withCall(before) !== withCall(after) ? withCall(before) : null;
  const writtenUp = writes(after) !== writes(before) ? writes(after) : null;
  return { came: isNew ? after.call : null, left: gone ?? writtenUp };
}

function withCall(agent) {
  return CALL_AT[agent?.status] ? agent.call : null;
}

function writes(agent) {
  return agent?.status === "wrapUp" ? agent.call : null;
}

/** Names one ringing: the same call may ring here again. */
export function ringingOf(agent) {
  return agent?.status === "offered" ? `${agent.call}@${agent.since}` : "";
}

/** The share of a span that is left, from 1 to 0; 0 where its ends are not known. */
export function shareLeft(since, until, now) {
  const whole = Date.parse(until) - Date.parse(since);
  return whole > 0 ? Math.min(1, Math.max(0, (Date.parse(until) - now) / whole)) : 0;
}

/** A new call in one sentence, for who cannot see it. */
export function arrival(agent, call, now, singleKeys) {
  const caller = call?.caller || "a caller";
  const wants = [call?.language, call?.topic].filter(Boolean).join(", ");
  const what = wants ? `${caller}: ${wants}.` : `${caller}.`;
  if (agent.status !== "offered") return `On the line: ${what}`;
  const seconds = Math.max(0, Math.round((Date.parse(agent.until) - now) / 1000));
  const how = singleKeys ? " Press A to accept, D to decline." : "";
  return `Call from ${what} ${seconds} seconds to answer.${how}`;
}
