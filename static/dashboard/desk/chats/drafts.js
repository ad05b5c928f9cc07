// Drafts: what is written and not sent yet, by conversation; a reload loses none.

const PREFIX = "desk-draft ";

export class Drafts {
  #storage;
  #prefix;
  #isSwept = false;

  /** `owner`: whose they are; two agents may share a browser. */
  constructor(owner, storage = localStorage) {
    this.#prefix = `${PREFIX}${owner} `;
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

  /** All that is written in a conversation. */
  forget(chat) {
    for (const [name, of] of this.#kept()) if (of === chat) this.#storage.removeItem(name);
  }

  /** Forgets, once for a page, what earlier pages have left of conversations that are not `open(chat)`. */
  sweep(open) {
    if (this.#isSwept) return;
    this.#isSwept = true;
    for (const [name, chat] of this.#kept()) if (!open(chat)) this.#storage.removeItem(name);
  }

  /** The names under which the owner's are kept, each with its conversation. */
  #kept() {
    const names = Array.from({ length: this.#storage.length }, (_, at) => this.#storage.key(at));
    const found = names.filter((name) => name.startsWith(this.#prefix)).map((name) => [name, ...name.slice(this.#prefix.length).split(" ")]);
    return found.filter((parts) => parts.length === 3); // more are of an owner whose name begins with this one
  }

  #name(chat, kind) {
    return `${this.#prefix}${chat} ${kind}`;
  }
}
