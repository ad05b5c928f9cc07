// The desk's entry: follows one agent through the board's stream, tells of its calls, and wires commands, keys
// and sound together.

import { render } from "lit-html";

import { read } from "./actions.js";
import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { Chime } from "./desk-chime.js";
import { listenToDeskKeys } from "./desk-keys.js";
import { arrival, deskModel, happened, ringingOf, stageOf } from "./desk-model.js";
import { freshness } from "./freshness.js";
import { singleKeysOn, storeSingleKeys } from "./keys.js";
import { localize } from "./moments.js";
import { News } from "./news.js";
import { apply, emptyBoard, withReplies } from "./reducer.js";
import { everySecond, oncePerFrame } from "./ticking.js";
import { deskPage } from "./view-desk.js";
import { statusBar } from "./view-status.js";

const SLOW_MS = 3_000; // less is not worth a banner

class Desk {
  board = emptyBoard();
  phase = "connecting";
  agent = undefined; // the agent's row at the last look
  last = null; // {id, caller, text}: the call that was here last and what became of it
  alert = ""; // spoken at once
  announced = ""; // spoken when there is time
  singleKeys = singleKeysOn();
  chime = new Chime();
  startedAt = performance.now();
  ask = oncePerFrame(() => this.draw());

  constructor({ root, bar, written }, config) {
    this.root = root;
    this.bar = bar; // in the masthead, which the server wrote
    this.written = written; // the desk as the server wrote it: it stays until the stream tells more
    this.config = config;
    this.news = new News(config.now);
    this.commands = new Commands({
      draw: () => this.changed(),
      seen: (id) => this.agents()[id],
      signedOut: () => this.enter("signed-out"),
    });
    this.connection = new Connection({
      url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${config.stream}`,
      onFrame: (frame) => this.hear(frame),
      onPhase: (phase) => this.enter(phase),
    });
    this.on = this.handlers();
  }

  start() {
    this.bar.replaceChildren();
    if (this.written) localize(this.written, Date.now());
    this.refuseSecondClicks();
    listenToDeskKeys(this.root, () => this.singleKeys);
    document.addEventListener("visibilitychange", this.ask);
    everySecond(this.ask);
    this.connection.start();
    this.draw();
  }

  hear(frame) {
    const { board, resync } = apply(this.board, frame);
    if (board.epoch !== this.board.epoch) this.news.beginEpoch();
    // A feed that cannot read the table still beats, but its moment stands still: that is no news.
    if (!resync && board.at !== this.board.at) this.news.came(frame);
    if (board.state !== this.board.state && board.state) this.commands.forgetOld(board.state.agents);
    this.board = board;
    this.changed();
    return resync;
  }

  enter(phase) {
    if (this.phase === "signed-out") return;
    this.phase = phase;
    this.ask();
  }

  agents() {
    return this.board.state ? withReplies(this.board.state.agents, this.commands.replies) : {};
  }

  /** Something is new: what that means for the agent is told at once, also while the page is hidden. */
  changed() {
    if (this.board.state) this.follow(this.agents()[this.config.agent]);
    this.ask();
  }

  follow(agent) {
    const { came, left } = happened(this.agent, agent);
    const before = this.agent;
    this.agent = agent;
    if (left !== null && left !== this.last?.id) this.tellOf(left);
    if (came !== null) {
      this.last = null;
      this.alert = arrival(agent, this.board.state.calls[came], this.news.clock.now(), this.singleKeys);
      if (ringingOf(agent)) this.chime.ring(ringingOf(agent));
    } else if (!ringingOf(agent)) {
      this.alert = "";
    }
    if (stageOf(before) !== stageOf(agent)) document.title = this.title(agent);
  }

  title(agent) {
    if (stageOf(agent) !== "ringing") return `${this.config.title} · Callcenter`;
    return `Call from ${this.board.state.calls[agent.call]?.caller || "a caller"} · ${this.config.title}`;
  }

  async tellOf(id) {
    this.last = { id, caller: this.board.state.calls[id]?.caller ?? this.caller ?? "", text: "" };
    const found = await read(`${this.config.urls.last}?${new URLSearchParams({ call: id })}`);
    if (found === null || this.last?.id !== id) return; // nothing to tell, or another call is here by now
    this.last = { id, caller: found.call.caller, text: found.text };
    this.announced = found.text;
    this.ask();
  }

  draw() {
    if (document.hidden) return; // drawn on return, after everything that came meanwhile
    const model = this.model();
    render(statusBar(model, this.on), this.bar);
    if (model.state !== null) this.written?.remove();
    const wasInside = this.root.querySelector(".desk-stage")?.contains(document.activeElement);
    render(deskPage(model, this.on), this.root);
    // The button that was pressed is gone with its stage: who works by keyboard goes on from the next one.
    if (wasInside && document.activeElement === document.body) document.getElementById("stage-title")?.focus();
  }

  model() {
    const { board, config } = this;
    const { clock } = this.news;
    const silence = this.news.silence();
    const fresh = freshness({ phase: this.phase, paused: false, silence, hasData: board.state !== null });
    const { pending, asking, notice } = this.commands;
    const model = {
      config,
      fresh,
      now: fresh.dim ? this.news.at : clock.now(),
      at: board.at,
      age: clock.now() - Date.parse(board.at),
      slow: Math.min(silence, performance.now() - this.startedAt) > SLOW_MS,
      state: board.state,
      singleKeys: this.singleKeys,
      sound: this.chime.on,
      alert: this.alert,
      announced: this.announced,
      last: this.last,
      pending: pending.has(config.agent),
      asking,
      notice,
    };
    if (board.state === null) return model;
    const desk = deskModel({ ...board.state, agents: this.agents() }, config.agent, config);
    this.caller = desk.call?.caller ?? this.caller;
    return { ...model, ...desk, canAct: fresh.canAct && !model.pending };
  }

  /** The second click of a double click may land on a button that the first one brought there. */
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
    const { commands } = this;
    return {
      act: (event) => commands.act(event),
      reasonClosed: () => commands.reasonClosed(),
      closeNotice: () => commands.closeNotice(),
      showKeys: () => document.getElementById("keys-dialog").showModal(),
      switchKeys: (event) => {
        this.singleKeys = event.target.checked;
        storeSingleKeys(this.singleKeys);
        this.ask();
      },
      switchSound: () => {
        this.chime.toggle();
        this.ask();
      },
    };
  }
}

const [root, bar, written] = ["desk", "status", "desk-written"].map((id) => document.getElementById(id));
if (root) new Desk({ root, bar, written }, JSON.parse(document.getElementById("desk-config").textContent)).start();
