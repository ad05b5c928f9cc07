// Entry of the overview and the wall: the reader's view, stream, commands, keys and clock, and drawing.

import { render } from "lit-html";

import { AgentHour } from "./agent-figures.js";
import { byAttention, needAttention } from "./attention.js";
import { Channels, shownOf } from "./by-channel/both-channels.js";
import { spoken, spokenChats } from "./figures.js";
import { filterFromUrl, fittingAgents } from "../../parts/agent-filter.js";
import { channelFromUrl, channelToUrl } from "../../parts/channels/channel-choice.js";
import { ShownRows, watchHeld } from "../../parts/holding.js";
import { keysOf, listenToKeys, rowKeys } from "../../parts/keys.js";
import { allReached } from "./levels.js";
import { MinutesChart } from "../../charts/minutes.js";
import { watchBuild } from "./newer.js";
import { waitingOrder } from "../../parts/ordering.js";
import { diagnosticsFromUrl, diagnosticsToUrl } from "./queue-columns.js";
import { fittingQueues, queueTextFromUrl, queueTextToUrl } from "./queue-filter.js";
import { nextSort, sortedKeys, sortFromUrl, sortToUrl } from "./queue-rows.js";
import { startPage, StreamPage } from "../../pages/stream-page.js";
import { everyRow, withReplies } from "../../stream/reducer.js";
import { heldMinutes, LastHour, tableFromUrl, tableToUrl } from "../../charts/series.js";
import { Sound } from "../../parts/sound.js";
import { ofTeam, teamToUrl } from "../../parts/teams.js";
import { everySecond } from "../../stream/ticking.js";
import { MakeAvailable } from "./trouble/make-available.js";
import { keepsCallersWaiting, steady, troubles } from "./trouble/troubles.js";
import { spokenSentence } from "./trouble/words.js";
import { PLOTS } from "./views/minutes-view.js";
import { showFailed, statusBar } from "../../parts/status-bar.js";
import { page } from "./views/overview-view.js";

const SHOWN = { callers: 50, agents: 50, held: 200 };
const SPEAK_EVERY_MS = 15_000;
const LOAD_EVERY_MS = 2_000;
const HIDDEN_LOOK_MS = 1_000;
const REORDER_EVERY_MS = 5_000; // the worst first, steady enough to read
const ROOM = { diagnostics: matchMedia("(min-width: 1366px)"), all: matchMedia("(min-width: 1600px)") };
const KEYS = keysOf("queue", [{ key: "Enter", does: "Open the queue" }], "Filter queues");
const RED = { stored: "board-sound", notes: [{ hertz: 659.3, at: 0 }, { hertz: 523.3, at: 0.22 }], lasts: 0.5 };

class Board extends StreamPage {
  spokenAt = 0;
  judgedAt = 0;
  isOld = false; // the site has a newer build than this page
  pointedAt = null; // the minute under the mouse
  newestMinute = null; // in the table
  worst = null; // the problem in the top line
  lastHour = new LastHour();
  agentHour = new AgentHour();
  sound = new Sound(RED.stored, RED.notes, RED.lasts);
  channels = new Channels(() => this.sound.play());

  constructor(places, config) {
    super(places, config);
    this.readUrl();
    this.charts = PLOTS.map(({ name, lines }) => ({ name, chart: new MinutesChart(lines, (at) => this.point(at)) }));
    this.curing = new MakeAvailable({ commands: this.commands, agents: () => this.everybody(), config });
    this.on = this.handlers();
  }

  /** The rows of agents for calls and for chats, as newer replies have them. */
  everybody() {
    return this.state ? withReplies(everyRow(this.state), this.commands.replies) : {};
  }

  start() {
    this.root.replaceChildren();
    this.bar.replaceChildren();
    this.held = watchHeld(this.root, this.ask);
    listenToKeys(this.on, () => this.singleKeys && !this.config.kiosk, rowKeys(() => this.root.querySelector(".queues-panel")));
    addEventListener("popstate", () => this.readUrl());
    for (const room of Object.values(ROOM)) room.addEventListener("change", () => this.readUrl());
    watchBuild(this.config.build, () => this.becameOld());
    everySecond(this.ask);
    this.following.start();
    if (this.config.canControlLoad && !this.config.kiosk) this.followLoad();
    this.draw();
  }

  followLoad() {
    this.commands.readLoad();
    setInterval(() => {
      if (!document.hidden && this.following.phase !== "signed-out") this.commands.readLoad();
    }, LOAD_EVERY_MS);
  }

  readUrl() {
    this.filter = filterFromUrl(location.search);
    this.channel = channelFromUrl(location.search);
    this.queueText = queueTextFromUrl(location.search);
    this.sort = sortFromUrl(location.search);
    this.asTable = tableFromUrl(location.search);
    this.diagnostics = diagnosticsFromUrl(location.search, this.config.canSupervise && ROOM.diagnostics.matches);
    this.shown = newShown(); // the reader asked for other rows: nothing is held
    this.orderedAt = -Infinity;
    this.ask();
  }

  writeUrl(search) {
    history.replaceState(null, "", location.pathname + search);
    this.readUrl();
  }

  /** Nobody can reload the wall by hand. */
  becameOld() {
    if (this.config.kiosk) location.reload();
    this.isOld = true;
    this.ask();
  }

  point(at) {
    if (at === this.pointedAt) return;
    this.pointedAt = at;
    this.ask();
  }

  changed() {
    if (document.hidden) this.listenOn();
    this.ask();
  }

  /** A hidden page draws nothing, but still sounds when something becomes red. */
  listenOn() {
    if (!this.sound.on || performance.now() - this.judgedAt < HIDDEN_LOOK_MS) return;
    const { state, now, fresh } = this.following.model();
    if (state === null || fresh.name !== "live") return;
    this.judgedAt = performance.now();
    this.look(state, now);
  }

  look(state, now) {
    return this.channels.look(state, now, { replies: this.commands.replies, config: this.config });
  }

  draw() {
    if (document.hidden) return; // drawn on return, after all updates meanwhile
    const model = this.model();
    render(statusBar(model, this.on), this.bar);
    showFailed(model);
    render(page(model, this.on), this.root);
    for (const { name, chart } of this.charts) {
      chart.show(this.root.querySelector(`[data-plot="${name}"]`), model.columns?.[name]);
    }
  }

  model() {
    const { config, held, sort, queueText, asTable, diagnostics, pointedAt, isOld, singleKeys, commands, curing } = this;
    const { pending, asking, notice, load, loadBusy, askingLoad } = commands;
    const known = this.following.model();
    const data = known.state === null ? {} : this.data(known.state, known.now);
    const wished = { config, held, sort, queueText, asTable, diagnostics, wide: ROOM.all.matches, pointedAt, isOld, singleKeys, keys: KEYS, soundOn: this.sound.on };
    const said = { announced: this.announced, alarm: this.channels.alarm };
    return { ...known, ...wished, pending, asking, curing, notice, load, loadBusy, askingLoad, ...data, ...said };
  }

  data(state, now) {
    const both = this.look(state, now);
    const { call, chat } = both;
    const found = steady(troubles(state, call.queueRows, call.levels, chat), this.worst, this.held.trouble);
    this.speak(both, found);
    const all = shownOf(both, this.channel, now);
    const agentSparks = this.agentHour.read(all.head.state.agent_minutes, now);
    const hour = this.lastHour.read(all.head.state.minutes);
    const listedMinutes = heldMinutes(hour.minutes, this.newestMinute, this.held.minutes);
    this.newestMinute = listedMinutes.at(-1)?.at ?? null;
    const calm = allReached(call.levels) && (!chat || allReached(chat.levels)) && !keepsCallersWaiting(found);
    return { ...all, troubles: found, calm, agentSparks, ...hour, listedMinutes, ...this.rows(all, now) };
  }

  rows({ head: { agents }, calls, attending, queueRows, levels }, now) {
    const { held, shown, config } = this;
    const signedIn = (id) => agents[id].status !== "offline";
    const listed = ofTeam(attending, this.filter.team);
    const urgent = needAttention(listed, now);
    return {
      attending: listed,
      urgent: urgent.length,
      team: this.filter.team,
      shown: {
        queues: this.orderQueues(fittingQueues(Object.values(queueRows), this.queueText), queueRows, levels.queues),
        agents: shown.agents.arrange(urgent.slice(0, SHOWN.agents), listed, held.agents),
        calls: shown.calls.arrange(waitingOrder(calls).slice(0, SHOWN.callers), calls, held.calls),
      },
      remembered: { agents: shown.agents.rows, calls: shown.calls.rows },
      wallAgents: config.kiosk ? byAttention(fittingAgents(agents, this.filter).filter(signedIn), agents, now) : [],
    };
  }

  orderQueues(fitting, rows, levels) {
    const now = performance.now();
    const rests = this.sort.by === "worst" && now - this.orderedAt < REORDER_EVERY_MS;
    if (!rests) this.orderedAt = now;
    const held = this.shown.queues.arrange(sortedKeys(fitting, this.sort, levels), rows, rests || this.held.queues);
    return held.filter((key) => key in rows); // a queue whose skill was removed is gone at once
  }

  /** At most one announcement in a while, the problem first; connection trouble at once. */
  speak({ call, chat }, found) {
    document.title = `${call.figures.waiting + (chat?.figures.waiting ?? 0)} waiting · ${this.config.title}`;
    const isOther = found.length > 0 && (found[0].kind !== this.worst?.kind || found[0].key !== this.worst.key);
    this.worst = found[0] ?? null;
    if (!isOther && performance.now() - this.spokenAt < SPEAK_EVERY_MS && this.spokenAt) return;
    this.spokenAt = performance.now();
    this.announced = `${spokenSentence(found)} ${spoken(call.figures)} ${chat ? spokenChats(chat.figures) : ""}`.trim();
  }

  handlers() {
    const { commands } = this;
    return {
      ...this.sharedHandlers(),
      askLoad: (event) => commands.askLoad(event),
      changeLoad: (event) => commands.changeLoad(event),
      loadAsked: () => commands.loadAsked(),
      sortBy: (by) => this.writeUrl(sortToUrl(location.search, nextSort(this.sort, by))),
      toggleTable: () => this.writeUrl(tableToUrl(location.search, !this.asTable)),
      toggleSound: () => {
        this.sound.toggle();
        this.ask();
      },
      pickChannel: (channel) => this.writeUrl(channelToUrl(location.search, channel)),
      pickTeam: (event) => this.writeUrl(teamToUrl(location.search, event.target.value)),
      filterQueues: (event) => this.writeUrl(queueTextToUrl(location.search, event.target.value)),
      clearFilter: () => this.writeUrl(queueTextToUrl(location.search, "")),
      toggleDiagnostics: () => this.writeUrl(diagnosticsToUrl(location.search, !this.diagnostics)),
      askAvailable: (trouble) => {
        this.curing.ask(trouble);
        document.getElementById("available-dialog").showModal();
      },
      makeAvailable: (event) => {
        event.preventDefault(); // drawing removes this form, and only an existing form closes a dialog
        document.getElementById("available-dialog").close();
        return this.curing.confirm();
      },
      availableClosed: () => this.curing.close(),
    };
  }
}

function newShown() {
  return { queues: new ShownRows(), agents: new ShownRows(SHOWN.held), calls: new ShownRows(SHOWN.held) };
}

startPage(Board, { root: "board", bar: "status" }, "board-config");
