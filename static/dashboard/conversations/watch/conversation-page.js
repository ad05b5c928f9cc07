// Entry of the page of one conversation: a supervisor reads along, writes, assigns, transfers, closes and recalls.

import { render } from "lit-html";

import { Api } from "../../../conversation/api.js";
import { startPage, StreamPage } from "../../../pages/stream-page.js";
import { onSingleKey } from "../../../parts/keys.js";
import { keysDialog } from "../../../parts/dialogs.js";
import { showNotices } from "../../../parts/staff-notices/shown-notices.js";
import { statusBar } from "../../../parts/status-bar.js";
import { chatsOf } from "../../../stream/reducer.js";
import { everySecond } from "../../../stream/ticking.js";
import { listenToDeskKeys } from "../../desk/desk-keys.js";
import { Outcomes } from "../../desk/outcome/outcomes.js";
import { ReplyPicker } from "../../desk/replies/reply-picker.js";
import { WATCH_KEYS } from "./watch-keys.js";
import { WatchSpace } from "./watch-space.js";

class ConversationPage extends StreamPage {
  seen = ""; // what the last message said when the contact was read

  constructor({ root, dialogs, details, keys, bar }, config) {
    super({ root, keys, bar }, config);
    const api = new Api({ as: "supervisor", headers: () => ({ "X-CSRFToken": config.csrfToken }) });
    const changed = () => this.space?.ask();
    this.on = this.sharedHandlers();
    this.space = new WatchSpace({
      places: { chat: root, dialogs, details },
      config,
      api,
      outcomes: new Outcomes({ api, owner: config.party, groups: config.outcomes, changed }),
      picker: new ReplyPicker({ api, changed }),
      now: () => this.following.news.clock.now(),
      ring: () => {},
      knock: () => {},
      retitle: () => this.look(),
      singleKeys: () => this.singleKeys,
      notices: showNotices({ place: document.getElementById("staff-notices"), api }),
    });
  }

  start() {
    this.bar.replaceChildren();
    listenToDeskKeys(this.root.closest("main"), () => this.singleKeys);
    onSingleKey(() => this.singleKeys, ({ key }) => key === "?" && this.on.showKeys);
    everySecond(this.ask);
    this.following.start();
    this.space.start();
    this.changed();
  }

  changed() {
    if (this.state) this.followChats(chatsOf(this.state));
    this.ask();
  }

  followChats({ agents = {}, calls = {}, call_queues: queues = {} } = {}) {
    const version = calls[this.space.desk.state?.contact]?.version ?? 0;
    const row = { version, status: "", held: [] }; // no row of an agent: nothing rings here
    this.space.follow({ row, rows: agents, calls, queues, agents: this.state.agents });
  }

  /** The last message may name another contact, or say that it is closed. */
  look() {
    const state = this.space?.desk.state;
    const seen = state ? `${state.contact} ${state.open} ${state.agent}` : "";
    if (seen === this.seen) return;
    this.seen = seen;
    if (state?.agent) this.space.notice = ""; // what was done has led to this
    this.space.desk.read();
  }

  draw() {
    if (document.hidden) return;
    const { config, singleKeys } = this;
    render(statusBar({ ...this.following.model(), config, singleKeys }, this.on), this.bar);
    render(keysDialog({ singleKeys, keys: WATCH_KEYS }, this.on), this.keys);
  }
}

startPage(ConversationPage, { root: "chat-open", dialogs: "chat-dialogs", details: "chat-details", keys: "keys", bar: "status" }, "conversation-config");
