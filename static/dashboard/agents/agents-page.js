// Entry of the page of agents: the reader's view, stream, commands, keys and clock, and drawing.

import { render } from "lit-html";

import { noteFor } from "./actions.js";
import { isFiltered, viewFromUrl, viewToUrl, withColumn } from "./agents-address.js";
import { Bulk } from "./bulk.js";
import { sortAfterClick } from "./columns.js";
import { AGENT_KEYS } from "./agent-keys.js";
import { Roster } from "./roster.js";
import { Selection } from "./selection.js";
import { agentsPage } from "./views/agents-view.js";
import { startPage, StreamPage } from "../../pages/stream-page.js";
import { plural } from "../../parts/format.js";
import { watchHeld } from "../../parts/holding.js";
import { listenToKeys } from "../../parts/keys.js";
import { makingAvailable } from "../../parts/operations.js";
import { chatsOf, withReplies } from "../../stream/reducer.js";
import { CHATS } from "../../parts/channels/channel-choice.js";
import { chatRows } from "../../parts/channels/chat-availability.js";
import { CHOSEN } from "../../parts/status-table.js";
import { hasCall } from "../../parts/statuses.js";
import { everySecond } from "../../stream/ticking.js";
import { showFailed, statusBar } from "../../parts/status-bar.js";

const NEARBY = { ".bulk": ".bulk button", ".notices": ".bulk button", ".empty": "#filter" };

class AgentsPage extends StreamPage {
  view = viewFromUrl(location.search);
  selection = new Selection();

  constructor(places, config) {
    super(places, config, (change) => this.chosen(change));
    const { commands, selection } = this;
    this.bulk = new Bulk({ commands, selection, config, agents: () => this.agents() });
    this.roster = new Roster(this.root, () => this.draw());
    this.on = { ...this.handlers(), ...this.bulkHandlers() };
  }

  start() {
    this.root.replaceChildren();
    this.bar.replaceChildren();
    this.held = watchHeld(this.root, this.ask);
    listenToKeys(this.on, () => this.singleKeys, {
      j: () => this.roster.walk(1),
      k: () => this.roster.walk(-1),
      x: () => this.pickCurrent(false),
      X: () => this.pickCurrent(true),
      u: () => this.on.undo(),
      a: () => document.activeElement?.closest("tr[data-agent]")?.querySelector(`button[value=${makingAvailable(this.config).value}]`)?.click(),
    });
    addEventListener("popstate", () => this.look(viewFromUrl(location.search)));
    addEventListener("resize", this.ask);
    everySecond(this.ask);
    this.following.start();
    this.draw();
  }

  draw() {
    if (document.hidden) return; // drawn on return, after all updates meanwhile
    this.forgetNotice();
    const model = this.model();
    render(statusBar(model, this.on), this.bar);
    showFailed(model);
    this.keepFocus(() => render(agentsPage(model, this.on), this.root));
    if (this.roster.measure()) this.ask();
  }

  /** If a pressed button disappears, the keyboard focus moves to a neighbour. */
  keepFocus(draw) {
    const was = document.activeElement;
    const row = this.roster.focused();
    const part = Object.keys(NEARBY).find((selector) => was?.closest(selector));
    draw();
    if (was?.isConnected || document.querySelector("dialog[open]")) return;
    if (row !== null) this.roster.focus(row);
    else if (part) this.root.querySelector(NEARBY[part])?.focus();
  }

  model() {
    const { config, held, view, singleKeys, announced, commands } = this;
    const { pending, asking, notice } = commands;
    const unconfirmed = new Set(commands.replies.keys());
    const model = { ...this.following.model(), config, held, view, singleKeys, announced, pending, asking, notice, unconfirmed };
    Object.assign(model, { keys: AGENT_KEYS, busy: this.bulk.busy, canUndo: this.canUndo() });
    model.room = innerWidth;
    model.canSelect = config.canChoose || config.canSupervise;
    model.showsChoice = config.canChoose || Boolean(config.ownAgent);
    if (model.state === null) return model;
    const agents = this.rowsOf(model.state);
    const calls = (view.channel === CHATS ? chatsOf(model.state)?.calls : model.state.calls) ?? {};
    const roster = this.roster.look({ agents, calls, view, held: held.agents });
    const chats = { hasChats: chatsOf(model.state) !== null, chatRows: chatRows(model.state, config) };
    return { ...model, agents, calls, ...chats, ...roster, selected: this.selected(roster.shownIds) };
  }

  /** The rows of the chosen channel, as newer replies have them. */
  rowsOf(state) {
    return withReplies(this.view.channel === CHATS ? chatRows(state, this.config) : state.agents, this.commands.replies);
  }

  agents() {
    return this.state ? this.rowsOf(this.state) : {};
  }

  selected(shownIds) {
    const { selection, bulk, config } = this;
    const shown = new Set(selection.size === 0 ? [] : shownIds);
    return {
      size: selection.size,
      at: selection.at,
      has: (id) => selection.has(id),
      among: selection.among(shownIds),
      hidden: selection.ids().filter((id) => !shown.has(id)).length,
      affected: Object.fromEntries(config.buttons.map(({ name }) => [name, bulk.affected(name).length])),
    };
  }

  /** Undo and success messages stay for a while, and while the reader is on them. */
  isFresh(notice) {
    return performance.now() < notice.until || this.root.querySelector(".notice:hover, .notice:focus-within") !== null;
  }

  canUndo() {
    const { notice } = this.commands;
    return notice?.changes?.length > 0 && !this.bulk.busy && this.isFresh(notice);
  }

  forgetNotice() {
    const { notice } = this.commands;
    if (notice?.tone === "green" && !this.isFresh(notice)) this.commands.notice = null;
  }

  look(view) {
    this.view = view;
    this.roster.restart();
    this.ask();
  }

  choose(change) {
    const view = { ...this.view, ...change };
    history.replaceState(null, "", location.pathname + viewToUrl(location.search, view));
    this.look(view);
    if ("sort" in change || "columns" in change) return;
    const { shownIds = [] } = this.model();
    this.announced = isFiltered(view) ? `${plural(shownIds.length, "agent")} fit` : `All ${plural(shownIds.length, "agent")}`;
  }

  chosen({ id, fields, before, after }) {
    if (!fields.has("choice")) return;
    const later = hasCall(after) ? " after the current call and wrap-up" : "";
    const why = after.reason ? ` (${after.reason})` : "";
    this.bulk.tellOne(`${after.name}: ${CHOSEN[after.choice]}${why}${later}.`, { id, before, after });
  }

  pickCurrent(extending) {
    const id = this.roster.focused();
    if (id !== null && (this.config.canChoose || this.config.canSupervise)) this.on.pick(id, extending);
  }

  tellSelection() {
    this.announced = `${plural(this.selection.size, "agent")} selected`;
    this.ask();
  }

  handlers() {
    return {
      ...this.sharedHandlers(),
      act: (event) => (event.currentTarget.dataset.agent ? this.commands.act(event) : this.answerForAll(event)),
      typeFilter: (event) => this.choose({ text: event.target.value }),
      pickChannel: (channel) => {
        this.selection.none();
        this.choose({ channel, status: "" });
      },
      pickStatus: (status) => this.choose({ status }),
      pickLanguage: (event) => this.choose({ language: event.target.value }),
      pickTeam: (event) => this.choose({ team: event.target.value }),
      clearFilter: () => this.choose({ text: "", status: "", language: "", team: "" }),
      sortBy: (name) => this.choose({ sort: sortAfterClick(this.view.sort, name) }),
      pickSort: (event) => this.choose({ sort: sortAfterClick({}, event.target.value) }),
      showColumn: (name, shown) => this.choose(withColumn(this.view, name, shown)),
      showColumns: () => document.getElementById("columns-dialog").showModal(),
      scrolled: this.ask,
      enterRow: (event) => this.roster.enter(event),
      walk: (event) => this.roster.listen(event),
    };
  }

  bulkHandlers() {
    const { selection, bulk } = this;
    const selectAll = () => {
      selection.all(this.roster.ids, this.agents(), this.following.board.at);
      this.tellSelection();
    };
    const selectNone = () => {
      selection.none();
      this.tellSelection();
    };
    return {
      selectAll,
      selectNone,
      pickAll: (event) => (event.target.checked ? selectAll() : selectNone()),
      pick: (id, extending) => {
        if (extending) selection.extend(id, this.roster.ids, this.agents());
        else selection.toggle(id, this.agents());
        this.tellSelection();
      },
      actOnAll: (name) => this.askForAll(name),
      undo: () => {
        if (this.canUndo()) bulk.undo();
      },
    };
  }

  /** Some actions need a reason first, for all agents together. */
  askForAll(name) {
    const button = this.config.buttons.find((one) => one.name === name);
    if (!button.asks) {
      this.bulk.act(name);
      return;
    }
    const ids = this.bulk.affected(name);
    const rows = ids.map((id) => this.agents()[id]);
    this.commands.asking = {
      button,
      id: "",
      name: ids.length === 1 ? rows[0].name : plural(ids.length, "agent"),
      version: "",
      action: "/agents/bulk/",
      note: noteFor(button, rows),
      bulk: name,
    };
    this.draw();
    document.getElementById("reason-dialog").showModal();
  }

  answerForAll(event) {
    event.preventDefault();
    const reason = new FormData(event.currentTarget, event.submitter).get("reason");
    const { bulk: name } = this.commands.asking;
    document.getElementById("reason-dialog").close();
    this.bulk.act(name, reason);
  }
}

startPage(AgentsPage, { root: "agents-page", bar: "status" }, "agents-config");
