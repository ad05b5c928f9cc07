// Device of a user: the list of conversations and the messages of opened ones, complete and in order.
//
// It hears of news over the socket and completes over HTTP what it missed. It subscribes before it reads, keeps the
// last number of each conversation, and asks for the range behind a gap. Frames name the stamp of the frame before
// them, heartbeats that of the last one: so a lost frame is noticed, also if it was the last. While no socket can be
// opened, it reads the list every few seconds; then only who types and who has seen what is missing.

import { chatPath } from "./api.js";
import { Outbox } from "./outbox.js";
import { Polling } from "./polling.js";
import { Presence } from "./presence.js";
import { ReadMarks } from "./read-marks.js";
import { Rows } from "./rows.js";
import { Thread } from "./thread.js";
import { ThreadReader } from "./thread-reader.js";

export class Conversations {
  threads = new Map(); // opened chat → Thread
  #api;
  #socket;
  #changed;
  #told;
  #presence;
  #marks;
  #reader;
  #polling = new Polling({ read: () => this.#readList(), changed: () => this.#changed() });
  #heard = { epoch: "", stamp: 0 }; // the last frame of this socket
  #isReading = false;
  #isAsked = false; // the list has to be read, again if it is being read
  #watched = new Set(); // opened conversations whose news is not for this user, such as a supervisor's

  /**
   * `changed(chat)`: there is something to show, in this conversation or (without one) in the list or the phase.
   * `told(frame)`: a frame for the page, such as `note` and `notice`, or `listed` once the list is read: nothing before is missing. `outbox`: more options of the outbox.
   */
  constructor({ api, socket, storage, now = Date.now, changed = () => {}, told = () => {}, outbox = {} }) {
    this.#api = api;
    this.#socket = socket;
    this.#changed = changed;
    this.#told = told;
    this.#presence = new Presence({ now, changed });
    this.#marks = new ReadMarks({ api, say: (frame) => socket.send(frame) });
    this.rows = new Rows({ api });
    this.outbox = new Outbox({ api, storage, now, changed, stored: (message) => this.#store(message), ...outbox });
    this.#reader = new ThreadReader({ api, changed, arrived: (message) => this.outbox.arrived(message) });
    socket.onFrame = (frame) => this.#hear(frame);
    socket.onPhase = (phase) => this.#polling.enter(phase);
  }

  /** "connecting", "live" (also while polling works), "reconnecting", "signed-out" or "forbidden". */
  get phase() {
    return this.#polling.phase;
  }

  start() {
    globalThis.addEventListener?.("online", this.#flush);
    this.#socket.start();
  }

  stop() {
    globalThis.removeEventListener?.("online", this.#flush);
    this.#socket.stop();
    this.#polling.stop();
  }

  /**
   * Opens a conversation, also one that was shut or could not be loaded: its newest page first. Resolves to its thread, which has a `refusal` if it may not be read.
   * Staff `watch` one that is not in their list.
   */
  async open(chat, { watch = false } = {}) {
    if (watch) this.#watch(chat);
    const known = this.threads.get(chat);
    const thread = known && !known.isShut ? known : new Thread();
    this.threads.set(chat, thread);
    if (!thread.isLoaded && !thread.refusal) await this.#reader.complete(chat, thread);
    return thread;
  }

  /** Opens it once for a page that calls this at each drawing; what could not be loaded is read at the next heartbeat. */
  follow(chat) {
    if (!this.threads.has(chat)) this.open(chat);
  }

  /** It is not open to this user, or no longer: what is known stays, and nothing is asked for until it is opened. */
  shut(chat) {
    this.threads.set(chat, (this.threads.get(chat) ?? new Thread()).shut());
  }

  close(chat) {
    this.threads.delete(chat);
    this.#watched.delete(chat);
  }

  /** Reads the page before the oldest loaded message. */
  async older(chat) {
    const thread = this.threads.get(chat);
    if (thread) await this.#reader.older(chat, thread);
  }

  /** Reads the next page of the list. */
  async moreRows() {
    await this.rows.more();
    this.#changed();
  }

  #flush = () => this.outbox.flush();

  /** The last number known of a conversation. */
  numberOf(chat) {
    return Math.max(this.threads.get(chat)?.last ?? 0, this.rows.byChat.get(chat)?.number ?? 0);
  }

  send(chat, body) {
    return this.outbox.add({ chat, body, base: this.numberOf(chat) });
  }

  sendFile(chat, file) {
    return this.outbox.add({ chat, file, base: this.numberOf(chat) });
  }

  /** Recalls a message; answers the reply. */
  async recall(chat, number) {
    const reply = await this.#api.post(`${chatPath(chat)}/recall`, { number });
    if (reply.ok) this.refresh(chat);
    return reply;
  }

  /** Asks for what is behind the last message, after something that appends to the conversation. */
  refresh(chat) {
    const thread = this.threads.get(chat);
    if (!thread) return;
    thread.wanted = Math.max(thread.wanted, thread.last + 1);
    this.#reader.complete(chat, thread);
  }

  /** The user has read up to this message: here at once, on the server a moment later. */
  read(chat, number = this.threads.get(chat)?.last ?? 0) {
    const row = this.rows.byChat.get(chat);
    if (!row || number <= row.readNumber) return;
    const count = number >= row.number ? row.count : (this.threads.get(chat)?.find(number)?.count ?? row.readCount);
    this.rows.takeMark(chat, number, count);
    this.#marks.move(chat, number);
    this.#changed(chat);
  }

  /** The user types. */
  typing(chat) {
    this.#presence.sayTyping(chat, (frame) => this.#socket.send(frame));
  }

  /** The parties that type now. */
  typists(chat) {
    return this.#presence.typists(chat);
  }

  /** How far others have read, as far as it was heard: party → number. */
  seenBy(chat) {
    return this.#presence.seenBy(chat);
  }

  /** Asks who has read a message, for what was seen before this device connected. */
  async askReaders(chat, number) {
    const { ok, body } = await this.#api.get(`${chatPath(chat)}/readers?number=${number}`);
    if (ok) body.items.forEach((party) => this.#presence.hearSeen({ chat, party, number }));
    if (ok) this.#changed(chat);
  }

  #watch(chat) {
    this.#watched.add(chat);
    this.#socket.send({ type: "watch", chat });
  }

  #hear(frame) {
    if (frame.type === "hello") this.#hearHello(frame);
    else if (frame.type === "beat") this.#hearBeat(frame);
    else if (frame.type === "message") this.#hearStamped(frame, () => this.#hearMessage(frame));
    else if (frame.type === "read") this.#hearStamped(frame, () => this.rows.takeMark(frame.chat, frame.number, frame.count));
    else if (frame.type === "notice") this.#hearStamped(frame, () => (this.#told(frame), true));
    else if (frame.type === "typing") this.#presence.hearTyping(frame);
    else if (frame.type === "seen") this.#presence.hearSeen(frame);
    else if (frame.type === "watching") this.refresh(frame.chat);
    else this.#told(frame);
    if (frame.chat) this.#changed(frame.chat);
  }

  #hearHello({ epoch, stamp }) {
    this.#heard = { epoch, stamp };
    this.#watched.forEach((chat) => this.#watch(chat));
    this.#readList();
  }

  /** Without Redis the epoch is empty, and the list is read at each beat. */
  #hearBeat({ epoch, stamp }) {
    const isComplete = epoch !== "" && epoch === this.#heard.epoch && stamp === this.#heard.stamp;
    this.#heard = { epoch, stamp };
    if (!isComplete || this.#isAsked) this.#readList();
    else this.#completeAll();
  }

  #hearStamped({ prev, stamp }, take) {
    const isNext = prev === this.#heard.stamp;
    const isKnown = take();
    this.#heard = { ...this.#heard, stamp };
    if (!isNext || !isKnown) this.#readList();
    // While the list is being read, it says up to where everything is known.
    else if (!this.#isAsked && !this.#isReading) this.rows.advance(this.#heard);
  }

  #hearMessage({ type, prev, stamp, own, ...message }) {
    this.#presence.hearMessage(message);
    return this.#store(message, { epoch: this.#heard.epoch, stamp }, own) || this.#watched.has(message.chat);
  }

  #store(message, heard, isOwn) {
    const isKnown = this.rows.take(message, heard, isOwn);
    const thread = this.threads.get(message.chat);
    if (thread && !thread.take(message)) this.#reader.complete(message.chat, thread);
    this.outbox.arrived(message);
    this.#changed(message.chat);
    return isKnown;
  }

  /** True once everything has been read; also false while an earlier call is still reading. */
  async #readList() {
    this.#isAsked = true;
    if (this.#isReading) return false;
    this.#isReading = true;
    let isRead = true;
    while (this.#isAsked && isRead) {
      this.#isAsked = false;
      isRead = await this.rows.read();
    }
    this.#isReading = false;
    this.#isAsked ||= !isRead; // then at the next beat or hello
    this.#changed();
    if (isRead) this.#catchUp();
    if (isRead) this.#told({ type: "listed" });
    return isRead;
  }

  #catchUp() {
    for (const [chat, thread] of this.threads) {
      const row = this.rows.byChat.get(chat);
      thread.refusal = null;
      // One that is not among the rows read has to be asked for.
      thread.wanted = Math.max(thread.wanted, row?.number ?? thread.last + 1);
    }
    this.#completeAll();
    this.outbox.flush();
    this.#marks.flush();
  }

  /** Whatever a failed request left out is read at the next beat. */
  #completeAll() {
    for (const [chat, thread] of this.threads) {
      if (!thread.refusal && thread.isLacking) this.#reader.complete(chat, thread);
    }
  }
}
