// The agent's chats: what is offered and held, availability and slots, as the API has them, and commands on them.

import { chatPath } from "../../../conversation/api.js";
import { untilHeard } from "../../../parts/http.js";
import { OneReading } from "../../../stream/one-reading.js";
import { waitAfter } from "./waits.js";

const AGAIN_MS = 2_000;
const SELDOM_MS = 60_000; // while the reader is signed out, or may not see the chats
const REFUSED = new Set([401, 403]);
const GONE = 404; // nothing to read, now or later

export class DeskChats {
  desk = null; // {status, choice, pause_reason, slots, most_slots, offered, held}; null before the first answer
  waits = new Map(); // chat → {by, since}
  pending = new Set(); // commands on their way
  problem = ""; // why the last command was refused
  answered = ""; // the last offer accepted or declined here, which the board may still have
  isOld = false; // the last reading failed
  #api;
  #changed;
  #gone;
  #seen = -1; // the version of the row for which it was read
  #reading = new OneReading(() => this.#readOnce());
  #again = 0; // the timer after a reading that failed
  #lines = new Map(); // chat → the last message that was heard
  #slots = 0; // the last number chosen

  /** `gone(one)`: a chat is no longer held. */
  constructor({ api, changed, gone = () => {} }) {
    this.#gone = gone;
    this.#api = api;
    this.#changed = changed;
  }

  get held() {
    return this.desk?.held ?? [];
  }

  /** The chat as it is held here; null for another. */
  heldAs(chat) {
    return this.held.find((one) => one.chat === chat) ?? null;
  }

  /** The board has the row at this version: it is read again if it is another. */
  follow(version) {
    if (version === this.#seen) return;
    this.#seen = version;
    this.read();
  }

  /** Resolves after a reading that began later: a command is over once its effect is known here. */
  read() {
    return this.#reading.ask();
  }

  async #readOnce() {
    const reply = await this.ask();
    clearTimeout(this.#again);
    this.isOld = !reply.ok;
    if (reply.ok) this.take(reply.body);
    else if (reply.status !== GONE) this.#again = setTimeout(() => this.read(), REFUSED.has(reply.status) ? SELDOM_MS : AGAIN_MS);
    this.#changed();
  }

  ask() {
    return this.#api.get("/desk/chats");
  }

  /** The last message of a conversation, whether it was heard before or not. */
  heard(chat, line) {
    if (!line) return;
    this.#lines.set(chat, line);
    this.waits.set(chat, waitAfter(this.waits.get(chat) ?? null, line));
  }

  /** Messages heard since the server made this answer still count. */
  take(desk) {
    const left = this.held.filter(({ call_id: id }) => !desk.held.some((one) => one.call_id === id));
    this.desk = desk;
    left.forEach(this.#gone);
    this.waits = new Map(desk.held.filter(({ wait }) => wait).map(({ chat, wait }) => [chat, wait]));
    for (const { chat } of desk.held) this.heard(chat, this.#lines.get(chat));
  }

  /** `offer`: {chat, key}. */
  accept(offer) {
    return this.#answer(offer, `accept ${offer.chat}`, `${chatPath(offer.chat)}/accept`);
  }

  decline(offer) {
    return this.#answer(offer, `decline ${offer.chat}`, `${chatPath(offer.chat)}/decline`);
  }

  async #answer({ key }, name, path) {
    const reply = await this.#command(name, path);
    if (reply?.ok) this.answered = key;
    this.#changed();
    return reply;
  }

  close(chat, seen) {
    return this.#command(`close ${chat}`, `${chatPath(chat)}/close`, { seen });
  }

  transfer(chat, to) {
    return this.#command(`transfer ${chat}`, `${chatPath(chat)}/transfer`, to);
  }

  /** By a supervisor, while the chat waits or rings. */
  assign(call, to) {
    return this.#command(`assign ${call}`, `/calls/${encodeURIComponent(call)}/assign`, to);
  }

  choose(choice, reason = "") {
    return this.#command("choose", "/desk/chats/choose", { choice, reason });
  }

  /** The last number counts, also if it is chosen while another is on its way. */
  async setSlots(slots) {
    this.#slots = slots;
    if (this.pending.has("slots")) return null;
    const reply = await this.#command("slots", "/desk/chats/slots", { slots });
    return this.#slots === slots ? reply : this.setSlots(this.#slots);
  }

  /** Says why a command was refused. */
  explain({ message }) {
    this.problem = message || "The server could not be reached. Nothing is known to have changed.";
  }

  closeProblem() {
    this.problem = "";
    this.#changed();
  }

  /** Carried out once: each may be sent again, so an answer that did not come is asked for again. */
  async #command(name, path, body) {
    if (this.pending.has(name)) return null;
    this.pending.add(name);
    this.problem = "";
    this.#changed();
    const reply = await untilHeard(() => this.#api.post(path, body));
    if (!reply.ok) this.explain(reply);
    await this.read();
    this.pending.delete(name);
    this.#changed();
    return reply;
  }
}
