// Workspace: the agent's chats beside the call. Wires device, API and views; draws once per frame at most.

import { render } from "lit-html";

import { Conversations } from "../../../conversation/device.js";
import { DeviceSocket } from "../../../conversation/socket.js";
import { socketAddress } from "../../../stream/connection.js";
import { everySecond, oncePerFrame } from "../../../stream/ticking.js";
import { Customers, idOf } from "./customers.js";
import { Departures, forgetGone } from "./departures.js";
import { DeskCards } from "./desk-cards.js";
import { DeskChats } from "./desk-chats.js";
import { Drafts } from "./drafts.js";
import { leaveDialog } from "./handlers/chat-dialogs.js";
import { handlersOf } from "./handlers/workspace-handlers.js";
import { Invitations } from "./invitations.js";
import { LogScroll } from "./log-scroll.js";
import { Notes } from "./notes.js";
import { OwnReplies } from "../replies/own-replies.js";
import { knownOf, mayRead, offerOf, rowsOf, workspaceModel } from "./workspace-model.js";
import { hashOf, placeOf } from "./place.js";
import { KEYS, workspaceKeys } from "./workspace-keys.js";
import { offerWords, partyName } from "./chat-words.js";
import { chatPage } from "./views/chat-page.js";
import { focusStep, partOf, refocus } from "./views/focus.js";
import { listPage } from "./views/list-page.js";
import { waiting } from "./waits.js";

export class Workspace {
  watches = false; // whether its conversation is not in the user's list
  place = placeOf(location.hash);
  modes = new Map(); // chat → "note" while a note is written
  noting = new Set(); // chats whose note is on its way
  dialog = null; // what is asked: {name: "transfer" or "pause", …}
  earlier = ""; // the earlier conversation that is shown
  notice = "";
  sendsSoon = false; // what is written is sent once the chat has loaded
  announced = "";
  board = null; // {row, rows, calls, queues, agents} of the board's stream: the chat row, those of all, chats, their queues, agents
  keys = KEYS;
  lineVersion = 0; // raised when the log may have other lines
  left = new Set(); // chats that are held no longer, and still in the device's list
  isListed = false; // whether the device has read its list
  ask = oncePerFrame(() => this.draw());
  #lostAt = 0;
  #offer = "";
  #entered = ""; // the chat that is open, until what only its agents may read of it is asked for
  #drawn = -1; // the version of the lines last drawn
  #unread = new Map();

  /** `places`: {list, chat}, or only the latter; `former`: chats that have ended, see FormerChats; `now()`: the server's time; `ring(key)`, `knock(key)`: sounds; `retitle()`. */
  constructor({ places, former = new Map(), config, api, outcomes, picker, now, ring, knock, retitle, singleKeys, notices }) {
    Object.assign(this, { places, former, config, api, outcomes, picker, notices, now, ring, knock, retitle, singleKeys });
    this.party = config.party ?? `agent:${config.agent}`;
    this.isMine = (party) => party === this.party;
    const parts = { api: this.api, changed: () => this.#answered() };
    this.desk = this.chatsOf({ ...parts, gone: (one) => this.#gone(one) });
    this.departures = new Departures({ api: this.api, row: `${config.agent}~chat`, agents: () => knownOf(this).agents, told: (words) => this.#tell(words) });
    this.notes = new Notes(parts);
    this.customers = new Customers(parts);
    this.cards = new DeskCards(parts);
    this.invitations = new Invitations(parts);
    this.ownReplies = new OwnReplies({ ...parts, saved: () => picker.forget() });
    this.drafts = new Drafts(config.agent ?? this.party);
    this.scroll = new LogScroll({ atTop: () => this.place.chat && this.device.older(this.place.chat), moved: () => this.ask() });
    this.device = new Conversations({
      api: this.api,
      socket: new DeviceSocket({ url: socketAddress(config.chats.socket), as: this.api.as }),
      storage: localStorage,
      now,
      changed: (chat) => this.#changed(chat),
      told: (frame) => this.#hear(frame),
      outbox: { prefix: `desk-outbox ${config.agent ?? this.party} ` },
    });
    this.on = handlersOf(this);
  }

  /** What the API says of the agent's chats, and commands on them. */
  chatsOf(parts) {
    return new DeskChats(parts);
  }

  start() {
    this.device.start();
    everySecond(this.ask);
    addEventListener("hashchange", () => this.go(placeOf(location.hash)));
    document.addEventListener("visibilitychange", () => this.ask());
    addEventListener("focus", () => this.ask());
    workspaceKeys(this);
    this.open(this.place.chat);
    for (const { call_id: call } of this.former.values()) this.outcomes.read(call);
  }

  /** The chat row of the board's stream, with what is beside it. */
  follow(board) {
    this.board = board;
    this.desk.follow(board.row.version);
    const { offer } = this;
    this.departures.follow(offer, board.row.held);
    if (offer && offer.key !== this.#offer) this.ring(offer.key);
    if ((offer?.key ?? "") !== this.#offer) {
      this.#offer = offer?.key ?? "";
      this.announced = offer ? offerWords(offer, this.now(), this.singleKeys()) : "";
      this.retitle();
    }
    this.ask();
  }

  get offer() {
    return this.board && offerOf(this.board, knownOf(this));
  }

  /** A chat of this agent, one to which it is invited, or one that ended here; null for another. */
  contactOf(chat) {
    return this.desk.heldAs(chat) ?? this.invitations.of(chat) ?? this.former.get(chat) ?? null;
  }

  /** What the page's title says of the chats; empty for nothing. */
  get title() {
    if (this.offer) return `Chat from ${this.offer.name}`;
    const { chats } = waiting(rowsOf(this), this.now());
    return chats.length ? `(${chats.length}) Waiting` : "";
  }

  /** Whether news have been missing for some seconds: less needs no banner. */
  get lostFor() {
    return this.#lostAt ? performance.now() - this.#lostAt : 0;
  }

  model() {
    return workspaceModel(this);
  }

  go(place) {
    const isOther = place.chat !== this.place.chat;
    if (isOther) leaveDialog(this);
    this.place = place;
    this.earlier = "";
    if (isOther) forgetGone(this);
    if (isOther && place.chat) {
      Object.assign(this, { notice: "", sendsSoon: false });
      this.open(place.chat);
    }
    if (hashOf(place) !== (location.hash || "#")) history.pushState(null, "", hashOf(place));
    this.#relined();
    this.draw();
    focusStep(place);
  }

  async open(chat) {
    if (!chat) return;
    this.scroll.reset();
    this.#relined();
    const isOpen = mayRead(this, chat);
    if (isOpen === false) this.device.shut(chat);
    if (!isOpen) return;
    await this.device.open(chat, { watch: this.watches });
    if (chat === this.place.chat) this.#entered = chat; // else another was opened meanwhile
    this.#answered();
  }

  /** News may be the first that say whether the chat is open to the agent, or that it is so again. */
  #reopen() {
    const { chat } = this.place;
    const thread = this.device.threads.get(chat);
    const isOpen = mayRead(this, chat);
    if (this.desk.desk && this.isListed) this.drafts.sweep((one) => mayRead(this, one) || this.former.has(one));
    if (chat && (thread ? thread.isShut && isOpen : isOpen !== null)) this.open(chat);
  }

  /** The chat is another's now: nothing of it stays open. */
  leave(chat) {
    this.device.close(chat);
    this.notes.forget(chat);
    if (this.place.chat === chat) this.go({ chat: "", step: "list" });
  }

  #enter() {
    const chat = this.#entered;
    if (!chat || !this.contactOf(chat)) return;
    this.#entered = "";
    this.notes.read(chat);
    const own = this.device.threads.get(chat)?.messages.findLast(({ sender }) => this.isMine(sender));
    if (own) this.device.askReaders(chat, own.number);
  }

  draw() {
    if (document.hidden) return;
    const model = this.model();
    const isSame = this.#drawn === this.lineVersion;
    const focused = partOf(document.activeElement);
    if (!isSame) this.scroll.before(this.places.chat);
    if (this.places.list) render(listPage(model, this.on), this.places.list);
    render(chatPage(model, this.on), this.places.chat);
    document.querySelector(".desk-page").dataset.step = this.place.step;
    if (!isSame) this.scroll.after(this.places.chat);
    this.#drawn = this.lineVersion;
    this.#markRead();
    refocus(focused, rowsOf(this), this.place.chat);
    if (this.sendsSoon && model.open?.isLoading === false) this.on.sendNow();
  }

  /** A chat that has ended here has an outcome for a while; one that went elsewhere has not. */
  async #gone(held) {
    this.left.add(held.chat);
    if (this.device.threads.has(held.chat)) this.device.shut(held.chat);
    const name = partyName(held.customer, knownOf(this));
    const found = await this.departures.look({ call: held.call_id, name });
    if (found?.status !== "completed" || this.desk.heldAs(held.chat)) return;
    this.outcomes.know(held.call_id, found);
    this.former.set(held.chat, { ...held, endedAt: found.ended_at });
    this.#relined();
  }

  #hear(frame) {
    if (frame.type === "note") this.notes.read(frame.chat);
    this.isListed ||= frame.type === "listed";
    if (frame.type === "listed") this.#reopen();
    this.notices.told(frame);
  }

  #tell(words) {
    this.announced = words;
    this.ask();
  }

  /** An answer of the API may be the first that says whose chat is open. */
  #answered() {
    this.#reopen();
    this.#enter();
    this.know(this.place.chat);
    this.customers.named([...this.desk.held, this.desk.desk?.offered].filter(Boolean));
    for (const held of this.desk.held) {
      this.former.delete(held.chat);
      this.invitations.forget(held.chat);
      this.outcomes.know(held.call_id, held);
    }
    this.#lookForInvitations([...this.device.rows.byChat.keys()]);
    this.retitle();
    this.#relined();
  }

  #relined() {
    this.lineVersion += 1;
    this.ask();
  }

  #changed(chat) {
    const { phase, rows: { byChat } } = this.device;
    const isLost = phase !== "live";
    if (isLost && !this.#lostAt) this.#lostAt = performance.now();
    if (!isLost && this.#lostAt) {
      this.#lostAt = 0;
      this.desk.read(); // waits may have begun meanwhile
      if (this.contactOf(this.place.chat) && mayRead(this, this.place.chat)) this.notes.read(this.place.chat);
    }
    if (chat) this.#heard(chat, byChat.get(chat));
    else for (const [one, row] of byChat) this.#heard(one, row);
    this.#lookForInvitations([...byChat.keys()]);
    this.retitle();
    this.#relined();
  }

  /** What is in the list and not held here is a colleague's, once the list of those held is known. */
  #lookForInvitations(chats) {
    const isInvited = (chat) => this.device.rows.byChat.get(chat)?.line?.text === `joined ${this.party}`;
    for (const chat of chats.filter(isInvited)) this.left.delete(chat);
    const isOwn = (chat) => this.left.has(chat) || this.desk.heldAs(chat);
    if (this.desk.desk) chats.filter((chat) => !isOwn(chat)).forEach((chat) => this.invitations.read(chat));
  }

  #heard(chat, row) {
    if (!row) return;
    this.desk.heard(chat, row.line);
    const before = this.#unread.get(chat) ?? 0;
    this.#unread.set(chat, row.unread);
    if (row.unread > before && !this.#isLookedAt(chat)) this.knock(`${chat} ${row.number}`);
  }

  #isLookedAt(chat) {
    return chat === this.place.chat && this.place.step !== "list" && !document.hidden && document.hasFocus();
  }

  #markRead() {
    const { chat } = this.place;
    const thread = this.device.threads.get(chat);
    const isServed = thread?.messages.at(-1)?.state.agent === this.party || this.invitations.of(chat) !== null;
    if (isServed && this.#isLookedAt(chat) && this.scroll.isAtEnd) this.device.read(chat);
  }

  know(chat) {
    const contact = this.contactOf(chat);
    if (contact) this.customers.read(chat, idOf(contact.customer), contact.call_id, { isOver: mayRead(this, chat) === false });
  }
}
