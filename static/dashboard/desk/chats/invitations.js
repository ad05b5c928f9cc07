// Chats of colleagues to which this agent is invited: their customers, inviting, leaving.

import { chatPath, isPassing } from "../../../conversation/api.js";

const AGAIN_MS = 4_000;

export class Invitations {
  #api;
  #changed;
  #known = new Map(); // chat → {chat, customer, scene, since, call_id}; null while it is read or will be again, false for another kind

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  /** Those among the conversations of the device's list that are known to be customers'. */
  among(chats) {
    return chats.map((chat) => this.#known.get(chat)).filter(Boolean);
  }

  of(chat) {
    return this.#known.get(chat) || null;
  }

  isReading(chat) {
    return this.#known.get(chat) === null;
  }

  async read(chat) {
    if (this.#known.has(chat)) return;
    this.#known.set(chat, null);
    const path = chatPath(chat);
    const paths = [path, `${path}/members`, `${path}/messages?limit=1`];
    const replies = await Promise.all(paths.map((one) => this.#api.get(one)));
    if (!this.isReading(chat)) return; // it was forgotten meanwhile
    if (replies.some(isPassing)) {
      setTimeout(() => this.#again(chat), AGAIN_MS); // only then: the list may change all the time
      return;
    }
    if (replies.some(({ ok }) => !ok)) {
      this.#known.delete(chat); // read again with the next change of the list
      return;
    }
    const [conversation, members, messages] = replies;
    const { kind, scene } = conversation.body;
    const { contact = "" } = messages.body.items.at(-1)?.state ?? {};
    const customer = members.body.items.map(({ party }) => party).find((party) => party.startsWith("contact:"));
    const since = members.body.items.at(-1)?.joined_at ?? "";
    this.#known.set(chat, kind === "service" && customer ? { chat, customer, scene, since, call_id: contact } : false);
    this.#changed();
  }

  #again(chat) {
    if (!this.isReading(chat)) return;
    this.#known.delete(chat);
    this.read(chat);
  }

  forget(chat) {
    this.#known.delete(chat);
  }

  invite(chat, agent) {
    return this.#api.post(`/groups/${encodeURIComponent(chat)}/join`, { party: `agent:${agent}` });
  }

  leave(chat, party) {
    return this.#api.post(`/groups/${encodeURIComponent(chat)}/leave`, { party });
  }
}
