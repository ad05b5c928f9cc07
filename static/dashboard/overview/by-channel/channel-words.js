// Words of the overview for calls, for chats, and for both in one list. Pure.

import { BOTH, CALLS, CHATS } from "../../../parts/channels/channel-choice.js";

/** Of the figures of one channel: who waits, what is counted, who hangs up or leaves. */
export const FIGURE_WORDS = {
  [CALLS]: {
    name: "Calls", title: "Callers", waiting: "caller", contact: "call", left: "caller", longest: "the caller who has waited longest",
    groups: {
      available: "Agents waiting for a call, or resting after an unanswered offer.",
      ringing: "Agents with a ringing call.",
      "on-call": "Agents talking with a caller.",
      "wrap-up": "Agents in wrap-up after a call.",
      paused: "Agents who are paused.",
      offline: "Agents who are not signed in.",
    },
  },
  [CHATS]: {
    name: "Chats", title: "Chats", waiting: "chat", contact: "chat", left: "customer", longest: "the chat that has waited longest",
    groups: {
      available: "Agents with a free slot, or resting after an unanswered offer.",
      ringing: "Agents with a ringing chat.",
      "on-call": "Agents without a free slot, or on a call that keeps chats away.",
      paused: "Agents who are paused for chats.",
      offline: "Agents who are not signed in for chats.",
    },
  },
};

const LIST_WORDS = {
  [CALLS]: { side: "Callers", next: "Next callers", who: "Caller", several: "callers", appear: "Waiting callers appear here." },
  [CHATS]: { side: "Chats", next: "Next chats", who: "Customer", several: "chats", appear: "Waiting chats appear here." },
  [BOTH]: { side: "In line", next: "Next in line", who: "Customer", several: "callers or chats", appear: "Waiting callers and chats appear here." },
};

/** The skills of a queue, after its channel where other channels are listed too. */
export function queueWords({ skills }, { channel }) {
  return (channel === CHATS ? skills.slice(1) : skills).join(" · ");
}

/** Of the lists; without chats in use all of them are of calls. */
export function listWords({ channel, hasChats }) {
  return LIST_WORDS[hasChats ? channel : CALLS];
}
