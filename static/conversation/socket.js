// Socket of a device: says who it is, notices that the connection is dead, opens it again by itself.

import { REFUSALS, retryDelay } from "../stream/connection.js";

const SILENCE_MS = 12_000; // the server beats every 5 s

export class DeviceSocket {
  #url;
  #token;
  #as;
  #socket = null;
  #attempt = 0;
  #timer = 0;
  #watch = 0;
  #heardAt = 0;
  #stopped = true;
  onFrame = () => {};
  onPhase = () => {}; // "connecting", "live", "reconnecting", "signed-out" or "forbidden"

  /** `token()` may be asynchronous; it answers nothing on pages of this site, where the session counts; `as`: see `Api`. */
  constructor({ url, token = () => "", as = "" }) {
    this.#as = as;
    this.#url = url;
    this.#token = token;
  }

  /** Opens the socket, also after "signed-out". */
  start() {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#attempt = 0;
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#wake);
    this.#watch = setInterval(() => this.#check(), 1_000);
    this.#open("connecting");
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#wake);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** True if it is on its way; what is sent here may be lost. */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Says hello again, with a newer token of the same user. */
  async renew() {
    const token = await this.#token();
    if (token) this.send({ type: "hello", token });
  }

  async #open(phase) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.onPhase(phase);
    let token, socket;
    try {
      token = await this.#token();
      if (this.#stopped || this.#socket) return;
      socket = new WebSocket(this.#url);
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    this.#heardAt = performance.now();
    socket.onopen = () => this.send({ type: "hello", ...(token && { token }), ...(this.#as && { as: this.#as }) });
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(data);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(code);
    };
  }

  #hear(data) {
    this.#heardAt = performance.now();
    const frame = JSON.parse(data);
    if (frame.type === "hello") {
      this.#attempt = 0;
      this.onPhase("live");
    }
    this.onFrame(frame);
  }

  #lost(code) {
    this.#socket = null;
    if (this.#stopped) return;
    if (code in REFUSALS) {
      this.stop();
      this.onPhase(REFUSALS[code]);
      return;
    }
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#open("reconnecting"), retryDelay(this.#attempt));
    this.onPhase("reconnecting");
  }

  /** Timers stand still while a screen is locked, and sockets die meanwhile without a word. */
  #wake = () => {
    if (document.hidden) return;
    if (this.#timer) this.#open("reconnecting");
    else this.#check();
  };

  #check() {
    if (performance.now() - this.#heardAt > SILENCE_MS) this.#drop();
  }

  #drop = () => {
    const dead = this.#socket;
    if (!dead) return;
    this.#lost();
    dead.close(); // its own close event may take minutes
  };
}
