// Calls and chats on the overview: the figures of each, and which of them the reader asked for. No page, no clock.

import { withStuckChats } from "../attention.js";
import { chatsHeld } from "../figures.js";
import { Judge, OF_CHATS } from "../judge.js";
import { sceneRows } from "./scene-rows.js";
import { BOTH, CALLS, CHATS } from "../../../parts/channels/channel-choice.js";
import { chatRows } from "../../../parts/channels/chat-availability.js";
import { CHAT_GROUPS } from "../../../parts/statuses.js";
import { chatsOf, withReplies } from "../../../stream/reducer.js";

export class Channels {
  #calls;
  #chats;
  #scenes = []; // as seen last

  /** `becameRed()` is called once for each update with a new red figure. */
  constructor(becameRed) {
    this.#calls = new Judge(becameRed);
    this.#chats = new Judge(becameRed, OF_CHATS, CHAT_GROUPS);
  }

  /** What became red last in each channel, as sentences. */
  get alarm() {
    return [this.#calls.alarm, this.#chats.alarm].filter(Boolean).join(" ");
  }

  /** {call, chat}: state, agents, figures, levels and queues of each; `chat` is null where nobody chats. */
  look(state, now, { replies, config }) {
    const chats = chatsOf(state);
    return { call: look(this.#calls, state, withReplies(state.agents, replies), now), chat: chats && this.#look(chats, state, now, { replies, config }) };
  }

  #look(chats, state, now, { replies, config }) {
    const agents = withReplies(chatRows(state, config), replies);
    this.#scenes = sceneRows(chats, this.#scenes);
    return { ...look(this.#chats, chats, agents, now), held: chatsHeld(agents), scenes: this.#scenes };
  }
}

function look(judge, state, agents, now) {
  return { state, agents, ...judge.look(state, agents, now) };
}

/**
 * What the page shows of both: the channel of its `first` figures and the `second`, in one line; calls, queues
 * and agents of the lists. Without chats everything is of calls, whatever the address says.
 */
export function shownOf({ call, chat }, wanted, now) {
  const channel = chat ? wanted : BOTH;
  const [first, second] = channel === CHATS ? [CHATS, CALLS] : [CALLS, CHATS];
  const listed = [channel === CHATS ? null : call, channel === CALLS ? null : chat].filter(Boolean);
  const together = (of) => Object.assign({}, ...listed.map(of));
  const head = channel === CHATS ? chat : call;
  return {
    channel, first, second, hasChats: chat !== null, channels: { call, chat },
    figures: head.figures,
    levels: { ...head.levels, queues: together(({ levels }) => levels.queues) },
    queueRows: together(({ queueRows }) => queueRows),
    calls: together(({ state }) => state.calls),
    waiting: listed.reduce((sum, { figures }) => sum + figures.waiting, 0),
    agents: { ...call.agents, ...chat?.agents },
    attending: channel === BOTH ? withStuckChats(call.agents, chat, now) : head.agents,
    head,
  };
}
