// One WebSocket to the board stream: opens it, checks that it is alive, reopens it. It passes frames on; the
// reducer interprets them.

const SILENCE_MS = 10_000; // after this silence the connection is dead, whatever the socket says
const SNAPSHOT_WAIT_MS = 3_000; // a snapshot that does not come within this time is requested again
const RETRY = { first: 500, cap: 8_000 };
export const REFUSALS = { 4401: "signed-out", 4403: "forbidden" };

/** Address of a socket of this site. */
export function socketAddress(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}

/**
 * Milliseconds before attempt `n` (1, 2, …): doubling, capped, half of it random, so that clients do not
 * reconnect together.
 */
export function retryDelay(attempt, random = Math.random) {
  const ceiling = Math.min(RETRY.cap, RETRY.first * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

/**
 * `onFrame(frame)` gets every parsed frame and returns true when only a snapshot can help;
 * `onPhase(phase)` gets "connecting", "live", "reconnecting", "signed-out" or "forbidden".
 */
export class Connection {
  #url;
  #onFrame;
  #onPhase;
  #socket = null;
  #attempt = 0;
  #retryTimer = 0;
  #heardAt = 0;
  #askedAt = 0;
  #refused = false;
  #order = []; // frames of this socket in the queue, the first being unpacked

  constructor({ url, onFrame, onPhase }) {
    this.#url = url;
    this.#onFrame = onFrame;
    this.#onPhase = onPhase;
  }

  start() {
    this.#open("connecting");
    setInterval(() => this.#watch(performance.now()), 1_000);
    addEventListener("online", () => this.#openSoon());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      if (this.#socket?.readyState === WebSocket.OPEN) this.resync();
      else this.#openSoon();
    });
  }

  /** Requests a snapshot, once until it comes. */
  resync() {
    if (this.#askedAt || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#askedAt = performance.now();
    this.#socket.send(JSON.stringify({ type: "resync" }));
  }

  #open(phase) {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = 0;
    this.#askedAt = 0;
    this.#heardAt = performance.now(); // from here the timeouts for opening and for the first frame run
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#order = [];
    this.#onPhase(phase);
    socket.onopen = () => {
      this.#heardAt = performance.now();
    };
    socket.onmessage = (message) => this.#receive(message.data);
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  /** Large frames are packed; later ones wait during unpacking. */
  #receive(data) {
    this.#order.push(data);
    if (this.#order.length === 1) this.#hearAll(this.#order);
  }

  async #hearAll(order) {
    while (order.length > 0) {
      const text = typeof order[0] === "string" ? order[0] : await unpacked(order[0]);
      if (this.#order !== order) return; // the connection was lost meanwhile
      order.shift();
      try {
        this.#hear(text);
      } catch (error) {
        setTimeout(() => { throw error; }); // to the console; later frames must still be handled
      }
    }
  }

  #hear(text) {
    this.#heardAt = performance.now();
    const frame = parsed(text);
    if (frame?.type === "snapshot") {
      this.#askedAt = 0;
      this.#attempt = 0;
      this.#onPhase("live");
    }
    if (this.#onFrame(frame)) this.resync();
  }

  #lost(code) {
    this.#socket = null;
    this.#order = [];
    this.#refused = code in REFUSALS;
    if (this.#refused) {
      this.#onPhase(REFUSALS[code]);
      return;
    }
    this.#attempt += 1;
    this.#retryTimer = setTimeout(() => this.#open("reconnecting"), retryDelay(this.#attempt));
    this.#onPhase("reconnecting");
  }

  #openSoon() {
    if (this.#socket === null && !this.#refused) this.#open("reconnecting");
  }

  #watch(now) {
    if (this.#socket === null) return;
    if (now - this.#heardAt > SILENCE_MS) {
      const dead = this.#socket;
      this.#lost(1006); // its own close event may take minutes on a dead connection
      dead.close();
    } else if (this.#askedAt && now - this.#askedAt > SNAPSHOT_WAIT_MS) {
      this.#askedAt = 0;
      this.resync();
    }
  }
}

/** The text of a deflated frame; empty if it cannot be unpacked. */
async function unpacked(blob) {
  try {
    return await new Response(blob.stream().pipeThrough(new DecompressionStream("deflate"))).text();
  } catch {
    return "";
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the reducer treats an unreadable frame as a gap
  }
}
