// Server of one device in tests: logs, list, stamps and frames, as the real one answers; it can lose what it says.

const OK = { ok: true, status: 200, code: "", field: "", limit: 0, message: "", retryAfter: 0 };
export const NO_ANSWER = { ...OK, ok: false, status: 0, body: {} };
export const refused = (status, field = "", message = "refused") => ({ ...OK, ok: false, status, field, message, body: {} });

export class Server {
  logs = new Map(); // chat → messages
  stamps = new Map(); // chat → stamp of its last change
  read = new Map(); // chat → number
  unlisted = new Set(); // conversations of others
  asked = []; // "GET /inbox?…"
  epoch = "e1";
  stamp = 0;
  isDown = false;
  losesReplies = 0;
  socket = new FakeSocket(this);
  #sent = 0; // stamp of the last frame to the device
  #held = [];
  #holds = false;

  /** Puts a message into the log and tells the device, unless `tell` is off. */
  write(chat, { sender = "service", body = "hello", kind = "text", client_id = `s${this.stamp}`, tell = true, own = false } = {}) {
    const log = this.logs.get(chat) ?? [];
    this.logs.set(chat, log);
    const number = log.length + 1;
    const count = (log.at(-1)?.count ?? 0) + (kind === "text" || kind === "attachment");
    const at = new Date(Date.UTC(2026, 10, 23, 8, 0, number)).toISOString();
    const message = { chat, number, message_id: number, client_id, kind, sender, body, count, at, recalled: false, state: { open: true } };
    log.push(message);
    if (kind === "recall") Object.assign(log[Number(body) - 1], { recalled: true, body: "" });
    this.stamp += 1;
    this.stamps.set(chat, this.stamp);
    if (own) this.read.set(chat, number);
    const frame = { type: "message", ...message, own, prev: this.#sent, stamp: this.stamp };
    this.#sent = this.stamp;
    if (tell) this.socket.say(frame);
    return frame;
  }

  notice() {
    this.socket.say({ type: "notice", number: 1, body: "at six", prev: this.#sent, stamp: (this.stamp += 1) });
    this.#sent = this.stamp;
  }

  hello() {
    this.#sent = this.stamp;
    this.socket.say({ type: "hello", epoch: this.epoch, stamp: this.stamp });
  }

  beat() {
    this.socket.say({ type: "beat", epoch: this.epoch, stamp: this.#sent });
  }

  /** Redis has lost everything. */
  loseEpoch() {
    this.epoch += "'";
    this.stamp = 0;
    this.stamps = new Map([...this.logs.keys()].map((chat) => [chat, (this.stamp += 1)]));
    this.hello();
  }

  /** Replies wait until `release`; they are made when they are asked for. */
  hold() {
    this.#holds = true;
  }

  async release() {
    this.#holds = false;
    this.#held.splice(0).forEach((go) => go());
    await settled();
  }

  /** Takes the replies that wait out of the line; the answer lets them go. */
  takeHeld() {
    const held = this.#held.splice(0);
    return () => held.forEach((go) => go());
  }

  get = (path) => this.#answer("GET", path);
  post = (path, body) => this.#answer("POST", path, body);
  upload = (path, file, progress) => {
    progress(0.5);
    const query = new URL(path, "http://server").searchParams;
    return this.#answer("POST", path.split("?")[0], {
      client_id: query.get("client_id"),
      base: Number(query.get("base")),
      body: JSON.stringify({ name: query.get("name") }),
    });
  };

  async #answer(method, path, body) {
    this.asked.push(`${method} ${path}`);
    if (this.isDown) return NO_ANSWER;
    const found = this.#reply(method, new URL(path, "http://server"), body);
    const reply = "ok" in found ? found : { ...OK, body: found };
    if (this.#holds) await new Promise((go) => this.#held.push(go));
    if (method === "POST" && this.losesReplies > 0) {
      this.losesReplies -= 1;
      return NO_ANSWER;
    }
    return structuredClone(reply);
  }

  #reply(method, { pathname, searchParams: query }, body) {
    const [, where, chat, what] = pathname.split("/");
    if (where === "inbox") return this.#list(query);
    if (what === "read") return void this.read.set(chat, body.number) ?? {};
    if (what === "readers") return { items: ["service"] };
    if (method === "POST") return this.#take(chat, body);
    return { items: this.#range(chat, query) };
  }

  #list(query) {
    const isContinued = query.get("epoch") === this.epoch;
    const [least, before, limit] = [isContinued ? Number(query.get("stamp") ?? 0) : 0, Number(query.get("before") ?? 2 ** 53), Number(query.get("limit"))];
    const rows = [...this.stamps].filter(([chat, stamp]) => !this.unlisted.has(chat) && stamp > least && stamp < before).sort((one, other) => other[1] - one[1]);
    const shown = rows.slice(0, limit).map(([chat, stamp]) => this.#row(chat, stamp));
    return { epoch: this.epoch, stamp: this.stamp, rows: shown, before: rows.length > limit ? shown.at(-1).stamp : 0 };
  }

  #row(chat, stamp) {
    const log = this.logs.get(chat);
    const { number, count } = log.at(-1);
    const read_number = this.read.get(chat) ?? 0;
    const read_count = log[read_number - 1]?.count ?? 0;
    return { chat, stamp, left: false, number, count, unread: count - read_count, read_number, read_count, line: {} };
  }

  #range(chat, query) {
    const log = this.logs.get(chat) ?? [];
    const limit = Number(query.get("limit"));
    if (query.has("after")) return log.slice(Number(query.get("after"))).slice(0, limit);
    return log.slice(0, Number(query.get("before") ?? Infinity) - 1 || undefined).slice(-limit);
  }

  /** As `message_send`: from the base on it looks for its own, else it appends. */
  #take(chat, { client_id, base, body }) {
    const log = this.logs.get(chat) ?? [];
    if (base > log.length) return refused(400, "base");
    if (log.length - base > 1000) return refused(400, "base");
    const own = log.slice(Math.max(0, base - 1)).find((one) => one.client_id === client_id);
    if (own) return own;
    this.write(chat, { sender: "contact:me", body, client_id, tell: this.tellsOwn ?? false });
    return this.logs.get(chat).at(-1);
  }
}

class FakeSocket {
  isOpen = false;
  said = [];

  constructor(server) {
    this.server = server;
  }

  start() {
    this.open();
  }

  stop() {
    this.isOpen = false;
  }

  open() {
    this.isOpen = true;
    this.onPhase("live");
    this.server.hello();
  }

  /** As when the network goes: what is said from here on is lost. */
  lose() {
    this.isOpen = false;
    this.onPhase("reconnecting");
  }

  say(frame) {
    if (this.isOpen) this.onFrame(structuredClone(frame));
  }

  send(frame) {
    if (this.isOpen) this.said.push(frame);
    return this.isOpen;
  }
}

/** Storage of a page. */
export class Storage {
  #items = new Map();
  get length() {
    return this.#items.size;
  }
  key = (at) => [...this.#items.keys()][at];
  getItem = (name) => this.#items.get(name) ?? null;
  setItem = (name, text) => void this.#items.set(name, text);
  removeItem = (name) => void this.#items.delete(name);
}

/** Until everything that was asked for has been answered. */
export async function settled() {
  for (let turn = 0; turn < 200; turn += 1) await null;
}
