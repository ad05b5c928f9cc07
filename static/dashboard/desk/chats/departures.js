// Departures: chats that no longer ring or are in progress at this desk, and what became of them.

import { isPassing } from "../../../conversation/api.js";
import { untilHeard } from "../../../parts/http.js";
import { goneWords } from "./gone-words.js";
import { mayRead, rowsOf } from "./workspace-model.js";

// Pauses before each further attempt to read what became of a chat: eight minutes in all, while its outcome can still be saved.
const PAUSES_MS = [1_000, 2_000, 4_000, ...Array(60).fill(8_000)];

export class Departures {
  news = ""; // of the last one
  #api;
  #row;
  #agents;
  #told;
  #rang = null; // {key, call, name}: what rang at the last look
  #expected = new Set(); // contacts that leave by a command of this page

  /** `row`: the id of the agent's chat row; `agents()`: the board's; `told(words)`: there is news. */
  constructor({ api, row, agents, told }) {
    this.#api = api;
    this.#row = row;
    this.#agents = agents;
    this.#told = told;
  }

  /** A command of this page removes the chat from here; its answer says so. */
  expect(call) {
    this.#expected.add(call);
  }

  /** The command was refused. */
  forget(call) {
    this.#expected.delete(call);
  }

  /** `offer`: what rings now, if anything; `held`: the contacts in progress. What rang before and is not among them has left. */
  follow(offer, held) {
    const before = this.#rang;
    if (before?.key === offer?.key) return;
    this.#rang = offer;
    if (offer) this.news = "";
    if (before && !held.includes(before.call)) this.look(before);
  }

  /** Reads what became of one; answers the contact, null if it cannot be read. */
  async look({ call, name }) {
    const { ok, body } = await untilHeard(() => this.#api.get(`/calls/${encodeURIComponent(call)}`), PAUSES_MS, isPassing);
    if (!ok) return null;
    if (!this.#expected.delete(call)) {
      this.news = goneWords(body, { row: this.#row, name, agents: this.#agents() });
      this.#told(this.news);
    }
    return body;
  }
}

/** Forgets messages and notes of chats that are neither listed nor open here, and that the agent may no longer read. */
export function forgetGone(space) {
  const { device, notes, place } = space;
  const shown = new Set([place.chat, ...rowsOf(space).map(({ chat }) => chat)]);
  for (const chat of [...device.threads.keys()]) {
    if (shown.has(chat) || mayRead(space, chat) !== false) continue;
    device.close(chat);
    notes.forget(chat);
  }
}
