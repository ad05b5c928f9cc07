// What became of a chat that has left this desk, in one sentence. Pure.

import { skillWords } from "../../../parts/names/skill-names.js";

// The reason of a transfer or an assignment: "to eva", "to robot clerk: opening hours", "to W.chat#English#Any".
const SENT = /^to (robot )?(.+?)(?:: (.*))?$/s;
const IDLE = "nobody has written";

const WORDS = {
  callNotAnswered: ({ name, goes }) => `You missed a chat: ${name} ${goes}.`,
  callDeclined: ({ name, goes }) => `Declined: ${name} ${goes}.`,
  callAbandoned: ({ name }) => `${name} left before the chat was answered.`,
  callRestored: ({ name, by, why }) => `${by} returned the ringing chat of ${name} to its queue${why}.`,
  callHandedBack: ({ name, by, why }) => `${by} returned the chat of ${name} to its queue${why}.`,
  callTransferred: ({ name, by, sent }) => `${by} transferred the chat of ${name} ${sent}.`,
  callAssigned: ({ name, by, sent }) => `${by} assigned the chat of ${name} ${sent}.`,
  callRemoved: ({ name, by, why }) => `${by} removed the chat of ${name}${why}.`,
  callDeadLettered: ({ name, by, why }) => `${by} marked the chat of ${name} as failed${why}.`,
  callCompleted: completed,
};

function completed({ name, by, reason }) {
  if (reason === IDLE) return `The chat with ${name} was closed: nobody had written for some time.`;
  return by === name ? `${name} closed the chat.` : `${by} closed the chat with ${name}.`;
}

function whereTo(reason, agents) {
  const [, robot, to, why] = SENT.exec(reason) ?? [];
  if (!to) return reason;
  const queue = to.includes("#") ? `the queue ${skillWords(to).join(" · ")}` : "";
  return `to ${robot ? `the robot ${to}` : queue || (agents[to]?.name ?? to)}${why ? `: ${why}` : ""}`;
}

/** `call`: the chat as the API has it; `row`: the agent's chat row; `agents` have names; empty if its history does not say. */
export function goneWords({ status, caller, notes }, { row, name, agents = {} }) {
  const last = notes.findLast(({ kind, agent_id: agent }) => agent === row && kind in WORDS);
  if (!last) return "";
  const { reason } = last;
  const by = caller.endsWith(`:${last.by}`) || last.by === caller ? name : last.by || "Somebody";
  const goes = status === "deadLettered" ? "is now a failed chat" : "will be offered to other agents first";
  return WORDS[last.kind]({ name, by, goes, reason, sent: whereTo(reason, agents), why: reason ? `: ${reason}` : "" });
}
