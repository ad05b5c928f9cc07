// Where a customer's conversation stands, and what a supervisor can do about it. Pure.

import { partyName } from "../../desk/chats/chat-words.js";

const NOTHING = { words: "", acts: [] };

/**
 * `state`: what the last message says; `call`: the chat's row of the board, if it is there; `rows`: those of agents who
 * chat; `own`: the agent of the supervisor's desk.
 */
export function standingOf({ state, call, rows, known, own, now }) {
  if (!state?.open) return NOTHING;
  const takeOver = own && `${own}~chat` in rows ? ["takeOver"] : [];
  if (state.agent) {
    const acts = state.agent === `agent:${own}` ? ["transfer", "close"] : [...takeOver, "transfer", "close"];
    return { words: `with ${nameOf(state.agent, known)}`, acts };
  }
  return { words: waitingWords(call, rows, now), acts: call ? [...takeOver, "assign", "close"] : ["close"] };
}

function nameOf(party, known) {
  return party.startsWith("program:") ? `robot ${partyName(party, known)}` : partyName(party, known);
}

function waitingWords(call, rows, now) {
  if (!call) return "waiting"; // the board has no row of a chat that failed
  const name = (row) => rows[row]?.name ?? row;
  if (call.status === "offered") return `rings at ${name(call.agent)}`;
  if (!call.asks_for) return "waiting for an agent";
  const left = call.next === "step" && call.due ? Math.max(0, Math.ceil((Date.parse(call.due) - now) / 1000)) : 0;
  return `waiting for ${name(call.asks_for)} only${left ? `, ${left} s` : ""}`;
}
