// Outbox: own messages until they are stored. Each is sent once, in order, however often it has to be repeated, and
// also by the next page if this one is closed before.

import { chatPath, isPassing } from "./api.js";
import { KeptFiles } from "./kept-files.js";
import { newId } from "../parts/new-id.js";
import { retryDelay } from "../stream/connection.js";

const MOST_BASES = 3;

export class Outbox {
  #api;
  #storage;
  #files;
  #loaded; // until then, files that were kept may come before what is here
  #prefix;
  #now;
  #newId;
  #before;
  #stored;
  #changed;
  #entries = [];
  #sending = new Set();
  #attempt = 0;
  #timer = 0;

  /**
   * `before(entry)`: what has to succeed first, such as beginning the conversation; answers a reply or nothing.
   * `stored(message)`: the server has it. `changed(chat)`: there is something to show. Entries are kept in
   * `storage`, those with a file in `files`, under `prefix`, each by itself, so that two tabs do not write over
   * each other.
   */
  constructor({ api, storage, files, prefix = "callcenter:outbox:", now = Date.now, newId: make = newId, before, stored, changed }) {
    this.#api = api;
    this.#storage = storage;
    this.#files = files ?? new KeptFiles({ now });
    this.#prefix = prefix;
    this.#now = now;
    this.#newId = make;
    this.#before = before ?? (() => null);
    this.#stored = stored ?? (() => {});
    this.#changed = changed ?? (() => {});
    this.#entries = inOrder(kept(storage, prefix));
    this.#loaded = this.#files.all(prefix).then((found) => this.#insert(found.map((entry) => ({ ...entry, progress: 0 }))));
  }

  /** Own messages of a conversation that are not stored yet, in order. */
  waiting(chat) {
    return this.#entries.filter((entry) => entry.chat === chat);
  }

  /** Sends a text, or a `file`; `base` is the last number that this device knows in the conversation. */
  add({ chat, body = "", file = null, base }) {
    const order = Math.max(this.#now(), (this.#entries.at(-1)?.order ?? 0) + 1);
    const entry = { chat, clientId: this.#newId(), base, body, order, at: new Date(this.#now()).toISOString(), error: "" };
    if (file) Object.assign(entry, { file, progress: 0 });
    this.#entries.push(entry);
    this.#keep(entry);
    this.#changed(chat);
    this.#sendAll(chat);
    return entry;
  }

  /** Sends everything that waits, now. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#loaded.then(() => new Set(this.#entries.map(({ chat }) => chat)).forEach((chat) => this.#sendAll(chat)));
  }

  /** A message has come back over the socket or in a page: if it is an own one, it need not be sent again. */
  arrived(message) {
    const entry = this.#entries.find((one) => one.clientId === message.client_id && one.chat === message.chat);
    if (entry) this.#drop(entry);
  }

  /** Takes over what waits in another outbox: its user goes on under another name. */
  takeOver(other) {
    this.#takeFrom(other);
    this.#loaded = Promise.all([this.#loaded, other.#loaded]).then(() => this.#takeFrom(other));
  }

  /** Sends a refused one again. */
  retry(clientId) {
    const entry = this.#find(clientId);
    if (!entry) return;
    entry.error = "";
    this.#keep(entry);
    this.#changed(entry.chat);
    this.#sendAll(entry.chat);
  }

  discard(clientId) {
    const entry = this.#find(clientId);
    if (entry) this.#drop(entry);
  }

  /** Forgets everything, also what is kept: another user follows. */
  clear() {
    this.#forget();
    this.#loaded = this.#loaded.then(() => this.#forget());
  }

  #forget() {
    for (const entry of [...this.#entries]) this.#drop(entry);
    clearTimeout(this.#timer);
  }

  #takeFrom(other) {
    const entries = other.#entries;
    other.#forget();
    this.#insert(entries);
    entries.forEach((entry) => this.#keep(entry));
  }

  #insert(entries) {
    const others = entries.filter(({ clientId }) => !this.#find(clientId));
    this.#entries = inOrder([...this.#entries, ...others]);
    others.forEach(({ chat }) => this.#changed(chat));
  }

  async #sendAll(chat) {
    if (this.#sending.has(chat)) return;
    this.#sending.add(chat);
    try {
      await this.#loaded;
      for (let entry; (entry = this.#next(chat)); ) {
        const reply = await this.#send(entry);
        if (reply && isPassing(reply)) return this.#later(reply.retryAfter);
        this.#attempt = 0;
      }
    } finally {
      this.#sending.delete(chat);
    }
  }

  #next(chat) {
    return this.#entries.find((entry) => entry.chat === chat && !entry.error);
  }

  /** The reply, if it was refused. */
  async #send(entry) {
    for (let tries = 0; ; tries += 1) {
      const first = await this.#before(entry);
      const reply = first && !first.ok ? first : await this.#post(entry);
      if (!this.#entries.includes(entry)) return null; // it has arrived meanwhile
      if (reply.ok) {
        this.#stored(reply.body);
        this.#drop(entry);
        return null;
      }
      if (isPassing(reply)) return reply;
      if (reply.field !== "base" || tries === MOST_BASES) return this.#fail(entry, reply);
      const read = await this.#readFrom(entry);
      if (read && isPassing(read)) return read;
      if (!this.#entries.includes(entry)) return null;
    }
  }

  #post(entry) {
    const path = chatPath(entry.chat);
    const { clientId: client_id, base, body, file } = entry;
    if (!file) return this.#api.post(`${path}/messages`, { client_id, base, body });
    const query = new URLSearchParams({ client_id, base, name: file.name });
    return this.#api.upload(`${path}/attachments?${query}`, file, (share) => {
      entry.progress = share;
      this.#changed(entry.chat);
    });
  }

  /**
   * The base was refused: too far behind, or beyond the end of a conversation that has started again. Reads from it, and moves it
   * forward over messages that are not this one.
   */
  async #readFrom(entry) {
    for (let base = entry.base; ; ) {
      const reply = await this.#api.get(`${chatPath(entry.chat)}/messages?after=${base}&limit=200`);
      if (!reply.ok) return reply;
      const { items } = reply.body;
      items.forEach((message) => this.arrived(message));
      if (items.length === 0) {
        entry.base = base === entry.base ? 0 : base;
        this.#keep(entry);
        return null;
      }
      base = items.at(-1).number;
    }
  }

  #fail(entry, reply) {
    entry.error = reply.message || String(reply.status);
    this.#keep(entry);
    this.#changed(entry.chat);
    return null;
  }

  #later(seconds) {
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), Math.max(seconds * 1_000, retryDelay(this.#attempt)));
  }

  #find(clientId) {
    return this.#entries.find((entry) => entry.clientId === clientId);
  }

  #drop(entry) {
    const name = this.#prefix + entry.clientId;
    this.#entries = this.#entries.filter((one) => one !== entry);
    if (entry.file) this.#files.remove(name);
    else attempt(() => this.#storage.removeItem(name));
    this.#changed(entry.chat);
  }

  #keep(entry) {
    const name = this.#prefix + entry.clientId;
    if (entry.file) this.#files.put(name, entry);
    else attempt(() => this.#storage.setItem(name, JSON.stringify(entry)));
  }
}

function kept(storage, prefix) {
  const found = [];
  attempt(() => {
    for (let at = 0; at < storage.length; at += 1) {
      const name = storage.key(at);
      if (name.startsWith(prefix)) attempt(() => found.push(JSON.parse(storage.getItem(name))));
    }
  });
  return found;
}

const inOrder = (entries) => entries.sort((one, other) => one.order - other.order);

/** Storage may be full or forbidden; what is not kept is still sent. */
function attempt(act) {
  try {
    act();
  } catch {
    // as above
  }
}
