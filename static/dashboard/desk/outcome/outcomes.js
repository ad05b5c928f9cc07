// Outcomes of calls and chats at a desk: code and note, saved while they are written, kept until they are saved.

import { isPassing } from "../../../conversation/api.js";

const SAVE_MS = 700;
const MOST_MS = 2_000; // a wrap-up may end while its agent types: what is not saved by then is refused
const AGAIN_MS = [1_000, 3_000, 10_000];

export class Outcomes {
  #api;
  #storage;
  #prefix;
  #changed;
  #refused;
  #known = new Map(); // call → {code, note, saved, unsaved, isSaving, error, tries, timer}

  /** `owner`: whose they are; `groups`: the codes by group, as the server has them; `refused(call, why)`: the server refused to save. */
  constructor({ api, storage = localStorage, owner, groups, changed, refused = () => {} }) {
    Object.assign(this, { groups });
    this.#api = api;
    this.#storage = storage;
    this.#prefix = `desk-outcome ${owner} `;
    this.#changed = changed;
    this.#refused = refused;
  }

  /** Saves what an earlier page could not. */
  resume() {
    for (const name of Object.keys(this.#storage).filter((one) => one.startsWith(this.#prefix))) {
      const call = name.slice(this.#prefix.length);
      this.#entry(call).unsaved = JSON.parse(this.#storage.getItem(name));
      this.save(call);
    }
  }

  /** {code, note, state, error, isNeeded}: `state` is "saved", "saving", "failed" or, while nothing has been written, "". */
  of(call) {
    const entry = this.#known.get(call);
    if (!entry) return { code: "", note: "", state: "", error: "", isNeeded: false };
    const { code, note, error, unsaved, isNeeded } = { ...entry, ...entry.unsaved };
    const state = error ? "failed" : Object.keys(unsaved).length ? "saving" : code || note || entry.isWritten ? "saved" : "";
    return { code, note, state, error, isNeeded: isNeeded && !code };
  }

  /** The version of the call after the last saving, 0 before: newer than that of the board for a moment. */
  versionOf(call) {
    return this.#known.get(call)?.version ?? 0;
  }

  /** What the server has; an answer that was on its way while something was written here is older than that. */
  know(call, { outcome, outcome_note: note, needs_outcome: isNeeded }) {
    const entry = this.#entry(call);
    entry.isNeeded = isNeeded;
    if (!entry.isWritten) Object.assign(entry, { code: outcome, note, isKnown: true });
  }

  /** Reads it once, for a call. */
  async read(call) {
    const entry = this.#entry(call);
    if (entry.isKnown || entry.isAsked) return;
    entry.isAsked = true;
    const reply = await this.#api.get(`/calls/${encodeURIComponent(call)}`);
    if (reply.ok) this.know(call, reply.body);
    else if (isPassing(reply)) setTimeout(() => this.#readAgain(call, entry), AGAIN_MS[1]);
    this.#changed();
  }

  #readAgain(call, entry) {
    entry.isAsked = false;
    this.read(call);
  }

  choose(call, code) {
    this.#write(call, { code });
    this.save(call);
  }

  /** A note is saved once its agent pauses, and at least every two seconds. */
  note(call, note) {
    this.#write(call, { note });
    const entry = this.#entry(call);
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.save(call), SAVE_MS);
    entry.limit ||= setTimeout(() => this.save(call), MOST_MS);
  }

  /** Sends what is not saved; resolves once it is, or was refused. */
  async save(call) {
    const entry = this.#entry(call);
    clearTimeout(entry.timer);
    clearTimeout(entry.limit);
    entry.limit = 0;
    while (entry.saving) await entry.saving;
    if (Object.keys(entry.unsaved).length === 0) return;
    entry.saving = this.#send(call, entry);
    await entry.saving;
    entry.saving = null;
  }

  async #send(call, entry) {
    const sent = { ...entry.unsaved };
    const reply = await this.#api.post(`/calls/${encodeURIComponent(call)}/outcome`, sent);
    if (reply.ok) {
      for (const [name, value] of Object.entries(sent)) if (entry.unsaved[name] === value) delete entry.unsaved[name];
      const { outcome: code, outcome_note: note, version } = reply.body.call;
      Object.assign(entry, { code, note, version, isKnown: true, tries: 0, error: "" });
      this.#keep(call, entry);
    } else if (isPassing(reply)) {
      entry.error = "not saved yet, trying again";
      entry.timer = setTimeout(() => this.save(call), AGAIN_MS[Math.min(entry.tries, AGAIN_MS.length - 1)]);
      entry.tries += 1;
    } else {
      entry.error = reply.message || String(reply.status);
      this.#storage.removeItem(this.#prefix + call); // it will not be accepted later either
      this.#refused(call, entry.error);
    }
    this.#changed();
  }

  #write(call, fields) {
    const entry = this.#entry(call);
    Object.assign(entry.unsaved, fields);
    Object.assign(entry, { isWritten: true, error: "" });
    this.#keep(call, entry);
    this.#changed();
  }

  #keep(call, { unsaved }) {
    try {
      if (Object.keys(unsaved).length) this.#storage.setItem(this.#prefix + call, JSON.stringify(unsaved));
      else this.#storage.removeItem(this.#prefix + call);
    } catch {
      // storage may be full; it is still saved from here
    }
  }

  #entry(call) {
    if (!this.#known.has(call)) this.#known.set(call, { code: "", note: "", unsaved: {}, isNeeded: false, error: "", tries: 0, timer: 0, limit: 0, saving: null, isKnown: false, isAsked: false, isWritten: false });
    return this.#known.get(call);
  }
}
