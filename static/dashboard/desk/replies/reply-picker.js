// Picker of canned replies for text fields: opened by a slash, filtered while one types, chosen by arrows and Enter.

import { filled, matching, openPlaceholder, slashAt } from "./canned.js";

export class ReplyPicker {
  state = "unread"; // "reading", "there" or "failed"
  #replies = [];
  #reading = null;
  #open = null;
  #api;
  #changed;

  constructor({ api, changed }) {
    this.#api = api;
    this.#changed = changed;
  }

  /** {field, start, found, index}; null without one, also once its field has gone. */
  get open() {
    return this.#open?.field.isConnected === false ? null : this.#open;
  }

  /** The field's text or caret has changed; `values`: for the placeholders. */
  async look(field, values) {
    if (this.state !== "there" && slashAt(field.value, field.selectionStart)) await (this.#reading ??= this.#read());
    const slash = slashAt(field.value, field.selectionStart); // more may have been typed meanwhile
    if (!slash) {
      this.close();
      return;
    }
    const found = matching(this.#replies, slash.query);
    if (found.length === 0 && slash.query.includes(" ")) this.close();
    else this.#open = { field, values, ...slash, found, index: 0 };
    this.#changed();
  }

  /** The replies have changed: they are read again at the next search. */
  forget() {
    this.state = "unread";
  }

  close() {
    if (this.#open === null) return;
    this.#open = null;
    this.#changed();
  }

  /** True for a key that the open list has taken. */
  key(event) {
    const { key } = event;
    const { found = [], index } = this.open ?? {};
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const isChosen = (key === "Enter" || key === "Tab") && !event.shiftKey && found.length > 0;
    if (this.open === null || event.isComposing || !(step || isChosen || key === "Escape")) return false;
    event.preventDefault();
    event.stopPropagation();
    if (isChosen) this.choose(index);
    else if (key === "Escape") this.close();
    else this.open.index = (index + step + found.length) % Math.max(1, found.length);
    this.#changed();
    return true;
  }

  /** Puts the reply in place of the slash; what could not be filled in is selected. */
  choose(index) {
    const { field, start, found, values } = this.open;
    const text = filled(found[index].body, values);
    this.#open = null;
    field.setRangeText(text, start, field.selectionStart, "end");
    const gap = openPlaceholder(text);
    if (gap) field.setSelectionRange(start + gap.at, start + gap.at + gap.text.length);
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  async #read() {
    this.state = "reading";
    const reply = await this.#api.get("/replies");
    this.state = reply.ok ? "there" : "failed";
    this.#reading = null;
    if (reply.ok) this.#replies = [...reply.body.own, ...reply.body.shared];
  }
}
