// Presence in conversations: who types, who has seen what. All of it may be lost, and nothing depends on it.

const SAY_MS = 3_000; // how often a device says that its user types
const SHOW_MS = 6_000; // how long others are shown as typing

export class Presence {
  #now;
  #changed;
  #typing = new Map(); // chat → Map(party → until)
  #seen = new Map(); // chat → Map(party → number)
  #said = new Map(); // chat → when this user was last said to type

  constructor({ now, changed }) {
    this.#now = now;
    this.#changed = changed;
  }

  /** The parties that type now. */
  typists(chat) {
    return [...of(this.#typing, chat)].filter(([, until]) => until > this.#now()).map(([party]) => party);
  }

  /** How far others have read, as far as it was heard: party → number. */
  seenBy(chat) {
    return of(this.#seen, chat);
  }

  hearTyping({ chat, party }) {
    of(this.#typing, chat).set(party, this.#now() + SHOW_MS);
    setTimeout(() => this.#changed(chat), SHOW_MS + 1);
  }

  hearSeen({ chat, party, number }) {
    const seen = of(this.#seen, chat);
    seen.set(party, Math.max(number, seen.get(party) ?? 0));
  }

  /** Its sender types no longer, and has read up to it. */
  hearMessage({ chat, sender, number, kind }) {
    of(this.#typing, chat).delete(sender);
    if (kind !== "event" && kind !== "recall") this.hearSeen({ chat, party: sender, number });
  }

  /** Says through `send` that this user types, unless it has just been said. */
  sayTyping(chat, send) {
    if (this.#now() - (this.#said.get(chat) ?? -Infinity) < SAY_MS) return;
    if (send({ type: "typing", chat })) this.#said.set(chat, this.#now());
  }
}

function of(maps, chat) {
  if (!maps.has(chat)) maps.set(chat, new Map());
  return maps.get(chat);
}
