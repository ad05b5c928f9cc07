// The agent's own canned replies: read, written, removed.

import { newId } from "../../../parts/new-id.js";

const UNREACHABLE = "The server could not be reached. Save again; it is saved only once.";

export class OwnReplies {
  items = null; // as the API has them, null before
  editing = null; // the one in the form: {reply_id, title, body, version}; version 0: a new one
  error = "";
  isSending = false;
  #api;
  #changed;
  #saved;

  /** `saved()`: the replies have changed. */
  constructor({ api, changed, saved = () => {} }) {
    this.#api = api;
    this.#changed = changed;
    this.#saved = saved;
  }

  /** Reads them, and begins a new one with a text. */
  async open(body = "") {
    this.edit({ title: "", body });
    const reply = await this.#api.get("/replies");
    if (reply.ok) this.items = reply.body.own;
    else this.error = "Your replies could not be loaded. Close this dialog and try again.";
    this.#changed();
  }

  edit({ reply_id: id = newId(), title, body, version = 0 }) {
    this.editing = { reply_id: id, title, body, version };
    this.error = "";
    this.#changed();
  }

  /** Saves what is in the form; true once it is saved. */
  async save(title, body) {
    this.editing = { ...this.editing, title, body };
    const { reply_id: id, version } = this.editing;
    const isSaved = await this.#send(() => this.#api.put(`/replies/own/${encodeURIComponent(id)}`, { title, body, version }));
    if (isSaved) await this.open();
    return isSaved;
  }

  async remove({ reply_id: id, version }) {
    const isRemoved = await this.#send(() => this.#api.delete(`/replies/own/${encodeURIComponent(id)}?version=${version}`));
    if (isRemoved) await this.open();
  }

  async #send(ask) {
    if (this.isSending) return false;
    this.isSending = true;
    this.error = "";
    this.#changed();
    const reply = await ask();
    this.isSending = false;
    if (reply.ok) this.#saved();
    else this.error = reply.message || UNREACHABLE;
    this.#changed();
    return reply.ok;
  }
}
