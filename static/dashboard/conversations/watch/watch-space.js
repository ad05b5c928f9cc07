// Workspace of a supervisor: one conversation to read along, and what a supervisor can do about it.

import { html, nothing, render } from "lit-html";

import { hashOf } from "../../desk/chats/place.js";
import { Workspace } from "../../desk/chats/workspace.js";
import { knownOf } from "../../desk/chats/workspace-model.js";
import { assignDialog } from "./assign-dialog.js";
import { standingOf } from "./standing.js";
import { watchHandlers } from "./watch-handlers.js";
import { WatchedChat } from "./watched-chat.js";

const ACTS = {
  takeOver: { key: "H", word: "Take over", icon: "bell", act: "takeOver" },
  assign: { key: "A", word: "Assign", icon: "forward", act: "askAssign" },
  transfer: { key: "T", word: "Transfer", icon: "forward", act: "askTransfer" },
  close: { key: "F", word: "Close chat", icon: "check", act: "closeChat" },
};

export class WatchSpace extends Workspace {
  watches = true;

  constructor(parts) {
    super(parts);
    this.place = { chat: this.config.chat, step: "chat" };
    Object.assign(this.on, watchHandlers(this));
  }

  /** The address names the conversation from the beginning, so that Back leads to it and not to none. */
  start() {
    history.replaceState(null, "", hashOf(this.place));
    super.start();
  }

  chatsOf(parts) {
    return new WatchedChat({ ...parts, space: this });
  }

  get thread() {
    return this.device.threads.get(this.config.chat);
  }

  /** The row of the board of the chat that the last message names. */
  get call() {
    return this.board?.calls[this.desk.state?.contact] ?? null;
  }

  get standing() {
    const { rows = {} } = this.board ?? {};
    return standingOf({ state: this.desk.state, call: this.call, rows, known: knownOf(this), own: this.config.own, now: this.now() });
  }

  model() {
    const model = super.model();
    if (!model.open) return model;
    const { words, acts } = this.standing;
    const ringsAt = this.call?.status === "offered" ? this.board.rows[this.call.agent]?.person : "";
    const isLoading = !model.open.thread.isLoaded && !model.open.thread.refusal;
    const canWrite = this.desk.state?.open === true;
    const open = { ...model.open, standing: words, acts: acts.map((act) => ACTS[act]), canWrite, isLoading, ringsAt };
    return { ...model, open };
  }

  #details() {
    const { contact } = this.desk.state ?? {};
    return contact ? html`<a href="${this.config.calls}${encodeURIComponent(contact)}/">Details of this chat</a>` : nothing;
  }

  /** It stays open when somebody else serves it. */
  leave() {}

  draw() {
    super.draw();
    if (document.hidden) return;
    render(assignDialog(this.model(), this.on), this.places.dialogs);
    render(this.#details(), this.places.details);
  }
}
