// Session of a customer: the token that the API takes, anonymous or named by the host page, renewed in time.
//
// An anonymous customer's token is kept, so that the same person comes back. A named one's is not: the host page
// says on each load who is signed in, and a sign-out there ends it here.

const FRESH_MS = 50 * 60_000; // tokens are valid for an hour; clocks of customers are not relied on

export class NeedsPageError extends Error {} // only the host page can go on: by a new identity, or not at all

export class Session {
  #api;
  #scene;
  #storage;
  #kept;
  #identity = null; // a text, or a function that answers one
  #asking = null;
  #token = "";
  #askedAt = -Infinity;
  refusal = null; // NeedsPageError, until the host page says who is there
  party = "";
  isNamed = false;

  /** `api` sends without a token. */
  constructor({ api, scene, storage }) {
    this.#api = api;
    this.#scene = scene;
    this.#storage = storage;
    this.#kept = read(storage, `callcenter:${scene}`);
    this.party = this.#kept.party ?? "";
  }

  /** The conversation of this customer, if it is known. */
  get chat() {
    if (!this.#kept.chat) this.#readAgain();
    return this.#kept.chat ?? "";
  }

  set chat(chat) {
    this.#keep({ ...this.#kept, chat });
  }

  /** A token that is valid now. Rejects without a connection, and with NeedsPageError. */
  token() {
    if (this.refusal) return Promise.reject(this.refusal);
    if (this.#token && Date.now() - this.#askedAt < FRESH_MS) return Promise.resolve(this.#token);
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** The token was refused: the next one is asked for. */
  expire() {
    this.#askedAt = -Infinity;
  }

  /** The host page says who is signed in: a JWT or a function that answers one; nobody: null. */
  async identify(identity) {
    await this.#asking?.catch(() => {});
    const wasNamed = this.isNamed;
    this.#identity = identity;
    this.refusal = null;
    this.expire();
    if (identity === null && wasNamed) this.#begin();
  }

  /** Another customer, without anything of the one before. */
  #begin() {
    Object.assign(this, { party: "", isNamed: false });
    this.#token = "";
    this.#keep({});
  }

  /** Another tab may have begun, as the same anonymous customer. */
  #readAgain() {
    const kept = read(this.#storage, `callcenter:${this.#scene}`);
    if (!this.isNamed && kept.token && (!this.party || this.party === kept.party)) {
      this.#kept = kept;
      this.party = kept.party;
    }
  }

  async #ask() {
    this.#readAgain();
    const identity = typeof this.#identity === "function" ? await this.#identity() : this.#identity;
    const given = identity ? { identity } : {};
    let reply = await this.#post({ ...given, ...(this.#kept.token && { token: this.#kept.token }) });
    if (reply.status === 401 && reply.code.startsWith("token_")) {
      this.#begin(); // too old, or of another server
      reply = await this.#post(given);
    }
    if (!reply.ok) {
      if ([400, 401, 403].includes(reply.status)) this.refusal = new NeedsPageError(reply.code);
      throw this.refusal ?? new Error(reply.message);
    }
    this.#take(reply.body);
    return this.#token;
  }

  #post(fields) {
    return this.#api.post("/customers", { scene: this.#scene, ...fields });
  }

  #take({ token, party, is_named, not_merged }) {
    Object.assign(this, { party, isNamed: is_named });
    this.#token = token;
    this.#askedAt = Date.now();
    // Where the customer so far could not become this one, its conversation is not this one's either.
    const chat = not_merged ? "" : this.#kept.chat;
    // Of a named customer nothing is kept: the next one at this browser may be another.
    this.#keep(is_named ? { chat } : { chat, token, party });
  }

  #keep(kept) {
    this.#kept = kept;
    const name = `callcenter:${this.#scene}`;
    try {
      if (kept.token) this.#storage.setItem(name, JSON.stringify(kept));
      else this.#storage.removeItem(name);
    } catch {
      // full: the customer is a new one at the next visit
    }
  }
}

function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}
