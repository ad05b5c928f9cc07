// Chats that were closed here, as they were held and when they ended: their outcomes can be saved for a while, after a
// reload too.

export const OUTCOME_MS = 600_000; // how long after its close an agent may save the outcome of a chat

export class FormerChats extends Map {
  #storage;
  #name;

  /** `owner`: whose they are; two agents may share a browser. */
  constructor({ owner, now, storage = localStorage }) {
    super();
    this.#storage = storage;
    this.#name = `desk-former ${owner}`;
    for (const one of read(storage, this.#name)) {
      if (now - Date.parse(one.endedAt) < OUTCOME_MS) super.set(one.chat, one);
    }
  }

  set(chat, one) {
    super.set(chat, one);
    this.#keep();
    return this;
  }

  delete(chat) {
    const wasThere = super.delete(chat);
    if (wasThere) this.#keep();
    return wasThere;
  }

  #keep() {
    try {
      this.#storage.setItem(this.#name, JSON.stringify([...this.values()]));
    } catch {
      // storage may be full; they are still here until a reload
    }
  }
}

function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}
