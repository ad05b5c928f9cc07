// Notices to all staff, on this device: those it has not acknowledged, complete and in order; sending one.

import { isPassing } from "../../conversation/api.js";
import { newId } from "../new-id.js";
import { OneReading } from "../../stream/one-reading.js";

const PAGE = 50;
const AGAIN_MS = 10_000;
const DEVICE = "notices-device";

export class Notices {
  items = []; // {number, sender, body, at}, the newest last
  problem = ""; // why the last command was refused
  #api;
  #changed;
  #device;
  #last = 0; // the number up to which all are known
  #reading = new OneReading(() => this.#readPage());
  #again = 0;
  #unsent = { body: "", clientId: "" }; // what may have been sent: sent again, it is the same notice

  /** `api`: as `Api`; `changed()`: there is something to show. */
  constructor({ api, changed, storage = localStorage }) {
    this.#api = api;
    this.#changed = changed;
    this.#device = deviceIn(storage);
  }

  /** A frame of the device of conversations: `listed` once it has read its list, so nothing is missing before. */
  told(frame) {
    if (frame.type === "listed") this.read();
    if (frame.type === "notice") this.#hear(frame);
  }

  #hear({ number, sender, body, at }) {
    if (number > this.#last + 1) this.read();
    else if (number > this.#last) this.#take([{ number, sender, body, at }]);
  }

  #take(found) {
    this.items = [...this.items, ...found];
    this.#last = Math.max(this.#last, ...found.map(({ number }) => number));
    this.#changed();
  }

  /** Reads those beyond the last one; if that fails, again later. */
  read() {
    return this.#reading.ask();
  }

  async #readPage() {
    const query = new URLSearchParams({ device: this.#device, after: this.#last, limit: PAGE });
    const reply = await this.#api.get(`/notices?${query}`);
    clearTimeout(this.#again);
    if (isPassing(reply)) this.#again = setTimeout(() => this.read(), AGAIN_MS);
    if (!reply.ok) return;
    const { body } = reply;
    this.items = this.items.filter(({ number }) => number > body.read_number); // dismissed in another tab
    this.#last = Math.max(this.#last, body.read_number);
    this.#take(body.items.filter(({ number }) => number > this.#last));
    if (body.items.length === PAGE) this.read();
  }

  /** All that are shown have been seen. */
  async acknowledge() {
    const number = this.items.at(-1)?.number;
    if (!number) return;
    const { ok, message } = await this.#api.post("/notices/read", { device: this.#device, number });
    this.problem = ok ? "" : message || "The server could not be reached. Try again.";
    if (ok) this.items = this.items.filter((notice) => notice.number > number);
    this.#changed();
  }

  /** Sends a notice, only once even if repeated; returns whether it was sent. */
  async send(body) {
    if (this.#unsent.body !== body) this.#unsent = { body, clientId: newId(), base: this.#last };
    const { clientId, base } = this.#unsent;
    const { ok, message } = await this.#api.post("/notices", { client_id: clientId, base, body });
    this.problem = ok ? "" : message || "The server could not be reached. Send it again; it is sent only once.";
    if (ok) this.#unsent = { body: "", clientId: "" };
    this.#changed();
    return ok;
  }
}

/** The id of this browser, which it keeps. */
function deviceIn(storage) {
  const known = storage.getItem(DEVICE) ?? newId();
  try {
    storage.setItem(DEVICE, known);
  } catch {
    // storage may be full: then notices show again after a reload
  }
  return known;
}
