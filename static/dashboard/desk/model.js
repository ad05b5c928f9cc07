// Model of a desk: its agent from the board's rows, and changes since the last update. Pure: no page, no
// clock.

import { languageName, topicName } from "../../parts/names/skill-names.js";
import { hasMissed } from "../../parts/statuses.js";

/**
 * The agent's stage at the desk. Available with an end is a rest after an unanswered offer, without one it is
 * not queued.
 */
const STAGES = {
  offered: "ringing",
  attendingCall: "talking",
  wrapUp: "wrap-up",
  queued: "waiting",
  paused: "paused",
  offline: "offline",
};
export const CALL_AT = { offered: "offered", attendingCall: "inProgress" };

export function stageOf(agent) {
  if (!agent) return "gone";
  if (agent.status === "available") return agent.until ? "resting" : "unqueued";
  return STAGES[agent.status] ?? "unknown";
}

/**
 * {agent, stage, call, ready, busy, explanation, missed}; `call` is the row of its call, null until it
 * arrives; `ready`: the row agrees with the agent, so actions are allowed.
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

/** Reason why no calls come, if it needs words. */
function explanation(agent, stage, { sentences, reasonHandedBack }) {
  if (stage === "resting") return sentences.rests;
  if (stage === "unqueued") return sentences.notQueued;
  if (stage !== "paused") return "";
  if (hasMissed(agent)) return sentences.noAnswer;
  return agent.reason === reasonHandedBack ? sentences.handedBack : "";
}

/**
 * Changes between two updates of the agent (the first has no `before`): `came` is a new call, ringing or in
 * progress with auto-answer; `left` a call that has left, or is in wrap-up by now.
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

/** Key of one offer: the same call may ring here again. */
export function ringingOf(agent) {
  return agent?.status === "offered" ? `${agent.call}@${agent.since}` : "";
}

/** The remaining share of a time span, from 1 to 0; 0 if its ends are unknown. */
export function shareLeft(since, until, now) {
  const whole = Date.parse(until) - Date.parse(since);
  return whole > 0 ? Math.min(1, Math.max(0, (Date.parse(until) - now) / whole)) : 0;
}

/** A new call in one sentence, for screen readers. */
export function arrival(agent, call, now, singleKeys) {
  const caller = call?.caller || "a caller";
  const wants = [languageName(call?.language), topicName(call?.topic)].filter(Boolean).join(", ");
  const what = wants ? `${caller}: ${wants}.` : `${caller}.`;
  if (agent.status !== "offered") return `On the line: ${what}`;
  const seconds = Math.max(0, Math.round((Date.parse(agent.until) - now) / 1000));
  const how = singleKeys ? " Press A to accept, D to decline." : "";
  return `Call from ${what} ${seconds} seconds to answer.${how}`;
}
