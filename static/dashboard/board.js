// The board's entry: holds what is known, wires stream, commands, keys and clock together, and draws.

import { render } from "lit-html";

import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { figures, levels, spoken } from "./figures.js";
import { filterFromUrl, filterToUrl, fittingAgents } from "./filter.js";
import { freshness } from "./freshness.js";
import { ShownRows, watchHeld } from "./holding.js";
import { listenToKeys, singleKeysOn, storeSingleKeys } from "./keys.js";
import { News } from "./news.js";
import { shownCalls } from "./ordering.js";
import { apply, emptyBoard, withReplies } from "./reducer.js";
import { everySecond, oncePerFrame } from "./ticking.js";
import { deadLetters, statusBar } from "./view-status.js";
import { page } from "./view.js";

const CALLS_SHOWN = { waiting: 50, total: 200, held: 300 };
const SPEAK_EVERY_MS = 15_000;
const LOAD_EVERY_MS = 2_000;
const SLOW_MS = 3_000; // less is not worth a banner

class Board {
  board = emptyBoard();
  paused = null; // {board, now} as they were when the reader paused
  phase = "connecting";
  filter = filterFromUrl(location.search);
  levels = {};
  announced = "";
  spokenAt = 0;
  singleKeys = singleKeysOn();
  shown = { agents: new ShownRows(), calls: new ShownRows(CALLS_SHOWN.held) };
  startedAt = performance.now();
  ask = oncePerFrame(() => this.draw());

  constructor({ root, bar, letters }, config) {
    this.root = root;
    this.bar = bar; // in the masthead, which the server wrote
    this.letters = letters; // the same; the wall has none

    this.config = config;
    this.news = new News(config.now);
    this.commands = new Commands({
      draw: () => this.draw(),
      seen: (id) => withReplies(this.board.state.agents, this.commands.replies)[id],
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
    this.root.replaceChildren();
    this.bar.replaceChildren();
    this.held = watchHeld(this.root, this.ask);
    listenToKeys(this.on, () => this.singleKeys && !this.config.kiosk);
    addEventListener("popstate", () => this.refilter(filterFromUrl(location.search)));
    document.addEventListener("visibilitychange", this.ask);
    everySecond(this.ask);
    this.connection.start();
    if (this.config.canControlLoad && !this.config.kiosk) this.followLoad();
    this.draw();
  }

  followLoad() {
    this.commands.readLoad();
    setInterval(() => {
      if (!document.hidden && this.phase !== "signed-out") this.commands.readLoad();
    }, LOAD_EVERY_MS);
  }

  hear(frame) {
    const { board, resync } = apply(this.board, frame);
    if (board.epoch !== this.board.epoch) this.news.beginEpoch();
    // A feed that cannot read the table still beats, but its moment stands still: that is no news.
    if (!resync && board.at !== this.board.at) this.news.came(frame);
    if (board.state !== this.board.state && board.state) this.commands.forgetOld(board.state.agents);
    this.board = board;
    this.ask();
    return resync;
  }

  enter(phase) {
    if (this.phase === "signed-out") return;
    this.phase = phase;
    this.ask();
  }

  draw() {
    if (document.hidden) return; // drawn on return, after everything that came meanwhile
    const model = this.model();
    render(statusBar(model, this.on), this.bar);
    if (this.letters) render(deadLetters(model), this.letters);
    render(page(model, this.on), this.root);
  }

  model() {
    const { board } = this.paused ?? this;
    const { clock } = this.news;
    const silence = this.news.silence();
    const fresh = freshness({
      phase: this.phase,
      paused: this.paused !== null,
      silence,
      hasData: board.state !== null,
    });
    const now = this.paused?.now ?? (fresh.dim ? this.news.at : clock.now());
    const model = {
      config: this.config,
      fresh,
      now,
      at: board.at,
      age: clock.now() - Date.parse(board.at),
      slow: Math.min(silence, performance.now() - this.startedAt) > SLOW_MS,
      paused: this.paused !== null,
      held: this.held,
      filter: this.filter,
      singleKeys: this.singleKeys,
      state: board.state,
      announced: this.announced,
      ...this.commandsModel(),
    };
    return board.state === null ? model : { ...model, ...this.dataModel(board.state, now) };
  }

  commandsModel() {
    const { pending, asking, notice, load, loadBusy } = this.commands;
    return { pending, asking, notice, load, loadBusy };
  }

  dataModel(state, now) {
    const agents = withReplies(state.agents, this.commands.replies);
    const shown = figures({ ...state, agents }, now);
    this.levels = levels(this.levels, shown, this.config.serviceLevelTarget);
    this.speak(shown);
    const calls = shownCalls(state.calls, CALLS_SHOWN);
    return {
      agents,
      figures: shown,
      levels: this.levels,
      shown: {
        agents: this.shown.agents.arrange(fittingAgents(agents, this.filter), agents, this.held.agents),
        calls: this.shown.calls.arrange(calls, state.calls, this.held.calls),
      },
      remembered: { agents: this.shown.agents.rows, calls: this.shown.calls.rows },
      wallAgents: fittingAgents(agents, this.filter).filter((id) => agents[id].status !== "offline"),
    };
  }

  speak(shown) {
    document.title = `${shown.waiting} waiting · ${this.config.title}`;
    if (performance.now() - this.spokenAt < SPEAK_EVERY_MS && this.spokenAt) return;
    this.spokenAt = performance.now();
    this.announced = spoken(shown);
  }

  refilter(filter) {
    this.filter = filter;
    this.shown.agents = new ShownRows(); // the reader asked for other rows: nothing to hold back
    this.ask();
  }

  chooseFilter(change) {
    const filter = { ...this.filter, ...change };
    history.replaceState(null, "", location.pathname + filterToUrl(location.search, filter));
    this.refilter(filter);
  }

  handlers() {
    const { commands } = this;
    return {
      act: (event) => commands.act(event),
      changeLoad: (event) => commands.changeLoad(event),
      reasonClosed: () => commands.reasonClosed(),
      closeNotice: () => commands.closeNotice(),
      typeFilter: (event) => this.chooseFilter({ text: event.target.value }),
      pickStatus: (status) => this.chooseFilter({ status }),
      clearFilter: () => this.chooseFilter({ text: "", status: "" }),
      showKeys: () => document.getElementById("keys-dialog").showModal(),
      switchKeys: (event) => {
        this.singleKeys = event.target.checked;
        storeSingleKeys(this.singleKeys);
      },
      pauseView: () => {
        this.paused = this.paused ? null : { board: this.board, now: this.news.clock.now() };
        this.ask();
      },
    };
  }
}

const config = JSON.parse(document.getElementById("board-config").textContent);
const places = { root: "board", bar: "status", letters: "dead-letters" };
const found = Object.entries(places).map(([name, id]) => [name, document.getElementById(id)]);
new Board(Object.fromEntries(found), config).start();
