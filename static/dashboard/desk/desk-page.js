// Entry of the desk: follows one agent through the board's stream, announces its calls, and wires commands,
// keys and sound.

import { render } from "lit-html";

import { read } from "../../parts/http.js";
import { Api } from "../../conversation/api.js";
import { Callers } from "./customer/callers.js";
import { Chime } from "./chime.js";
import { listenToDeskKeys } from "./desk-keys.js";
import { LateModules } from "./late-modules.js";
import { Outcomes } from "./outcome/outcomes.js";
import { ReplyPicker } from "./replies/reply-picker.js";
import { arrival, deskModel, happened, ringingOf, stageOf } from "./model.js";
import { localize } from "../../pages/moments.js";
import { startPage, StreamPage } from "../../pages/stream-page.js";
import { chatsOf } from "../../stream/reducer.js";
import { everySecond } from "../../stream/ticking.js";
import { deskPage } from "./views/desk-view.js";
import { statusBar } from "../../parts/status-bar.js";

const LATE = {
  Chats: () => import("./chats/start.js"),
  "Chats and notices": () => import("../../parts/staff-notices/followed-notices.js"),
  "Earlier conversations": () => import("./customer/earlier-dialog.js"),
};

class Desk extends StreamPage {
  agent = undefined; // the agent's row at the last look
  last = null; // {id, caller, text}: the last call here and its outcome
  alert = ""; // spoken at once
  served = ""; // the last call whose outcome could be written
  earlierDialog = null; // from the first earlier conversation on
  chats = null; // the workspace of an agent who chats
  chime = new Chime();
  late = new LateModules(LATE, () => this.ask());

  /** The place `written` has the server's desk: it stays until the stream has data. */
  constructor(places, config) {
    super(places, config);
    const { csrfToken, outcomes: groups, agent: owner } = config;
    const changed = () => this.noted();
    this.api = new Api({ headers: () => ({ "X-CSRFToken": csrfToken }) });
    this.outcomes = new Outcomes({ api: this.api, owner, groups, changed, refused: (call, why) => this.notSaved(call, why) });
    this.picker = new ReplyPicker({ api: this.api, changed });
    this.callers = new Callers({ api: this.api, changed });
    this.on = this.handlers();
  }

  start() {
    this.bar.replaceChildren();
    if (this.written) localize(this.written, Date.now());
    this.refuseSecondClicks();
    listenToDeskKeys(this.root.closest("main"), () => this.singleKeys);
    everySecond(this.ask);
    this.following.start();
    this.outcomes.resume();
    this.draw();
  }

  /** An outcome or a reply has changed, of the call or of a chat. */
  noted() {
    this.ask();
    this.chats?.ask();
  }

  /** The form of the call shows the refusal itself, unless it has gone with the wrap-up. */
  notSaved(call, why) {
    if (this.served !== call || this.agent?.call === call) return;
    this.commands.notice = { tone: "orange", text: `Your last changes to the outcome were not saved: ${why}` };
  }

  /** New data: changes for the agent are announced at once, also while the page is hidden. */
  changed() {
    if (this.state) this.follow(this.agents()[this.config.agent]);
    if (this.state && this.config.chats) this.followChats(chatsOf(this.state));
    this.ask();
  }

  answered() {
    this.changed();
  }

  follow(agent) {
    const { came, left } = happened(this.agent, agent);
    const before = this.agent;
    this.agent = agent;
    if (left !== null && left !== this.last?.id) this.tellOf(left);
    if (came !== null) {
      this.last = null;
      this.alert = arrival(agent, this.state.calls[came], this.following.news.clock.now(), this.singleKeys);
      if (ringingOf(agent)) this.chime.ring(ringingOf(agent));
    } else if (!ringingOf(agent)) {
      this.alert = "";
    }
    if (stageOf(before) !== stageOf(agent)) this.retitle();
  }

  /** From the first look at a chat row on, the agent's chats are beside the call. */
  async followChats(chats) {
    const row = this.chatRow(this.state);
    if (!(await this.followNotices(row)) || !row) return;
    const found = await this.late.get("Chats");
    if (found === null) return;
    this.chats ??= found.startChats(this);
    const { agents, calls, call_queues: queues } = chats;
    this.chats.follow({ row, rows: agents, calls, queues, agents: this.state.agents });
  }

  chatRow(state) {
    return chatsOf(state)?.agents[`${this.config.agent}~chat`];
  }

  /** Notices come over the device of the chats; for an agent who does not chat, over one of their own. False if they cannot be loaded. */
  async followNotices(row) {
    const found = await this.late.get("Chats and notices");
    if (found === null) return false;
    this.notices ??= found.showNotices({ place: document.getElementById("staff-notices"), api: this.api });
    if (!row) this.alone ??= found.followNotices(this.notices, { api: this.api, socket: this.config.chats.socket });
    else this.alone?.stop();
    return true;
  }

  retitle() {
    document.title = this.title(this.agent);
  }

  title(agent) {
    const { title } = this.config;
    if (stageOf(agent) === "ringing") return `Call from ${this.state.calls[agent.call]?.caller || "a caller"} · ${title}`;
    return this.chats?.title ? `${this.chats.title} · ${title}` : `${title} · Callcenter`;
  }

  async tellOf(id) {
    this.last = { id, caller: this.state.calls[id]?.caller ?? this.caller ?? "", text: "" };
    const found = await read(`${this.config.lastCall}?${new URLSearchParams({ call: id })}`);
    if (found === null || this.last?.id !== id) return; // no outcome, or another call is here by now
    this.last = { id, caller: found.call.caller, text: found.text };
    this.announced = found.text;
    this.ask();
  }

  draw() {
    if (document.hidden) return; // drawn on return, after all updates meanwhile
    const model = this.model();
    render(statusBar(model, this.on), this.bar);
    if (model.state !== null) this.written?.remove();
    const wasInside = this.root.contains(document.activeElement);
    render(deskPage(model, this.on), this.root);
    // The focused button or field may have gone with its stage, message or call: the focus moves to the title of the stage.
    if (wasInside && document.activeElement === document.body) document.getElementById("stage-title")?.focus();
  }

  model() {
    const { config, state } = this;
    const { pending, asking, notice } = this.commands;
    const model = {
      ...this.following.model(),
      config,
      singleKeys: this.singleKeys,
      sound: this.chime.on,
      alert: this.alert,
      announced: this.announced,
      last: this.last,
      pending: pending.has(config.agent),
      asking,
      notice,
      chatKeys: this.chats?.keys,
      hasChats: Boolean(state && this.chatRow(state)),
      earlierDialog: this.earlierDialog,
      missing: [...this.late.missing],
    };
    if (state === null) return model;
    const desk = deskModel({ ...state, agents: this.agents() }, config.agent, config);
    this.caller = desk.call?.caller ?? this.caller;
    model.outcome = this.outcomeOf(desk);
    model.earlier = this.isServing(desk) ? this.callers.of(desk.agent.call) : null;
    if (desk.call) desk.call = { ...desk.call, version: Math.max(desk.call.version, this.outcomes.versionOf(desk.agent.call)) };
    return { ...model, ...desk, canAct: model.fresh.canAct && !model.pending };
  }

  /** Whether the agent talks to a customer, or writes up the call. */
  isServing({ stage, agent }) {
    return ["talking", "wrap-up"].includes(stage) && Boolean(agent.call);
  }

  /** The outcome of the call, while talking and in wrap-up; null where there are none to choose from. */
  outcomeOf({ stage, agent }) {
    const { outcomes, picker, config, caller } = this;
    if (!this.isServing({ stage, agent }) || !(config.outcomes.length || this.chats)) return null;
    outcomes.read(agent.call);
    this.served = agent.call;
    return { outcomes, picker, of: "call", call: agent.call, values: { customer: caller, agent: agent.name } };
  }

  /** An earlier conversation of the caller. */
  async openEarlier(chat) {
    const found = await this.late.get("Earlier conversations");
    if (found === null) return;
    this.earlierDialog ??= new found.EarlierDialog({ api: this.api, changed: () => this.ask() });
    this.earlierDialog.show(this.agent.call, chat);
    this.draw();
    document.getElementById("earlier-dialog").showModal();
  }

  /** What is written about the call is saved before the call, or its wrap-up, ends. */
  async act(event) {
    const { currentTarget: form, submitter } = event;
    if (this.outcomes.of(this.agent?.call ?? "").state !== "saving") {
      this.commands.act(event);
      return;
    }
    event.preventDefault();
    await this.outcomes.save(this.agent.call);
    this.draw(); // with the version after it
    form.requestSubmit(submitter);
  }

  /** The second click of a double click may hit a button that appeared after the first. */
  refuseSecondClicks() {
    let stage = "";
    const look = (event) => {
      const present = stageOf(this.agent);
      if (event.detail <= 1) stage = present;
      if (stage === present) return;
      event.preventDefault();
      event.stopPropagation();
    };
    this.root.addEventListener("click", look, { capture: true });
  }

  handlers() {
    return {
      ...this.sharedHandlers(),
      act: (event) => this.act(event),
      openEarlier: (chat) => this.openEarlier(chat),
      switchSound: () => {
        this.chime.toggle();
        this.ask();
      },
    };
  }
}

startPage(Desk, { root: "desk", bar: "status", written: "desk-written" }, "desk-config");
