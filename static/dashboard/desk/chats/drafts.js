// Drafts: what is written and not sent yet, by conversation; a reload loses none.

const PREFIX = "desk-draft ";

export class Drafts {
  #storage;
  #owner;

  /** `owner`: whose they are; two agents may share a browser. */
  constructor(owner, storage = localStorage) {
    this.#owner = owner;
    this.#storage = storage;
  }

  of(chat, kind = "message") {
    return this.#storage.getItem(this.#name(chat, kind)) ?? "";
  }

  keep(chat, text, kind = "message") {
    const name = this.#name(chat, kind);
    try {
      if (text) this.#storage.setItem(name, text);
      else this.#storage.removeItem(name);
    } catch {
      // storage may be full; the text is still in its field
    }
  }

  #name(chat, kind) {
    return `${PREFIX}${this.#owner} ${chat} ${kind}`;
  }
}
