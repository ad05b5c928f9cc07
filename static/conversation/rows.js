// List of a user's conversations: rows with counts and last lines, and up to which stamp everything is known.

const PAGE = 100;

export class Rows {
  byChat = new Map(); // chat → {chat, number, count, unread, readNumber, readCount, line, stamp, epoch}
  hasMore = false;
  #api;
  #epoch = "";
  #stamp = 0; // everything up to this stamp of the epoch is known
  #before = 0; // where the next page begins

  constructor({ api }) {
    this.#api = api;
  }

  /** The rows, the newest first. */
  get inOrder() {
    return [...this.byChat.values()].sort((one, other) => other.stamp - one.stamp);
  }

  get unread() {
    return this.inOrder.reduce((sum, row) => sum + row.unread, 0);
  }

  /** A message was heard in step: nothing before it is missing. */
  advance({ epoch, stamp }) {
    if (epoch === this.#epoch) this.#stamp = Math.max(this.#stamp, stamp);
  }

  /** Takes a message, up to which its sender has read. False for a conversation that is not here: the list has its mark. */
  take(message, heard, isOwn = false) {
    const row = this.byChat.get(message.chat);
    if (!row) return false;
    if (heard) Object.assign(row, heard);
    const { number, count, kind, sender, at, message_id, body } = message;
    if (number > row.number) Object.assign(row, { number, count, line: { message_id, kind, sender, text: body, at } });
    row.unread = Math.max(0, row.count - row.readCount);
    if (isOwn && kind !== "event" && kind !== "recall") this.takeMark(message.chat, number, count);
    return true;
  }

  /** Takes a read mark, which never moves back; false for a conversation that is not here. */
  takeMark(chat, number, count) {
    const row = this.byChat.get(chat);
    if (row && number > row.readNumber) {
      Object.assign(row, { readNumber: number, readCount: count, unread: Math.max(0, row.count - count) });
    }
    return Boolean(row);
  }

  /** Reads what changed since the last stamp; in another epoch the first page of all. False if it failed. */
  async read() {
    const since = { stamp: this.#stamp, epoch: this.#epoch };
    const reply = await this.#page(since);
    if (!reply.ok) return false;
    const { epoch, stamp, rows, before } = reply.body;
    if (epoch !== "" && epoch === since.epoch) {
      rows.forEach((row) => this.#put(row, this.byChat.get(row.chat), epoch));
      if (!(await this.#readOn(since, before))) return false;
    } else {
      this.#begin(rows, { epoch, stamp });
      this.#endsAt(before);
    }
    [this.#epoch, this.#stamp] = [epoch, stamp];
    return true;
  }

  /** Reads the next page. */
  async more() {
    if (!this.hasMore) return;
    const reply = await this.#page({ before: this.#before });
    if (!reply.ok) return;
    const { epoch, rows, before } = reply.body;
    rows.filter((row) => !this.byChat.has(row.chat)).forEach((row) => this.#put(row, undefined, epoch));
    this.#endsAt(before);
  }

  async #readOn(since, first) {
    for (let before = first; before; ) {
      const reply = await this.#page({ ...since, before });
      if (!reply.ok || reply.body.epoch !== since.epoch) return false;
      reply.body.rows.forEach((row) => this.#put(row, this.byChat.get(row.chat), since.epoch));
      before = reply.body.before;
    }
    return true;
  }

  /** A new list in place of the old one, except for what was heard after it. */
  #begin(rows, { epoch, stamp }) {
    const old = this.byChat;
    const isNewer = (row) => row !== undefined && row.epoch === epoch && row.stamp > stamp;
    this.byChat = new Map([...old].filter(([, row]) => epoch !== "" && isNewer(row)));
    rows.forEach((row) => this.#put(row, old.get(row.chat), epoch));
  }

  #page(query) {
    return this.#api.get(`/inbox?${new URLSearchParams({ ...query, limit: PAGE })}`);
  }

  #endsAt(before) {
    this.#before = before;
    this.hasMore = before > 0;
  }

  /** What the socket said while the list was on its way may be newer than the list. */
  #put(found, known, epoch) {
    const { chat, stamp, left, number, count, unread, line } = found;
    if (left) {
      this.byChat.delete(chat);
      return;
    }
    const row = { chat, stamp, epoch, number, count, unread, readNumber: found.read_number, readCount: found.read_count, line };
    if (known && known.number > number) Object.assign(row, { number: known.number, count: known.count, line: known.line });
    if (known && known.epoch === epoch) row.stamp = Math.max(stamp, known.stamp);
    row.unread = Math.max(0, row.count - row.readCount);
    this.byChat.set(chat, row);
    if (known) this.takeMark(chat, known.readNumber, known.readCount);
  }
}
