// Builders for boards, rows and a server to play against.

export function anAgent(changes = {}) {
  return {
    name: "Ana Torres",
    gender: "F",
    languages: ["Spanish"],
    status: "queued",
    since: "2026-11-21T12:00:00.000+00:00",
    until: null,
    missed: 0,
    choice: "ready",
    reason: "",
    call: null,
    version: 1,
    ...changes,
  };
}

export function aCall(changes = {}) {
  return {
    status: "queued",
    language: "Spanish",
    gender: "Any",
    topic: "Order",
    priority: 5,
    band: 5,
    step: 0,
    steps: 0,
    asks_for: "",
    due: null,
    next: "",
    attempts: 0,
    caller: "Leo Ruiz",
    agent: null,
    waiting_since: "2026-11-21T12:00:00.000+00:00",
    since: "2026-11-21T12:00:00.000+00:00",
    version: 1,
    order: "5#00000000000000000001",
    ...changes,
  };
}

export function aState(changes = {}) {
  return { agents: {}, agent_queues: {}, call_queues: {}, calls: {}, totals: {}, figures: {}, recent: {}, minutes: {}, agent_minutes: {}, scenes: {}, ...changes };
}

/** A server's side of the stream: changes rows by chance and says so in frames. */
export class Server {
  epoch = "first";
  seq = 0;
  state = aState();

  constructor(chance) {
    this.chance = chance;
  }

  snapshot() {
    return structuredClone({ type: "snapshot", epoch: this.epoch, seq: this.seq, at: "t", state: this.state });
  }

  heartbeat() {
    return { type: "heartbeat", epoch: this.epoch, seq: this.seq, at: "t" };
  }

  change() {
    const section = this.chance() < 0.5 ? "agents" : "calls";
    const id = `id${Math.floor(this.chance() * 5)}`;
    const prev = this.seq;
    this.seq += 1;
    const frame = { type: "delta", epoch: this.epoch, seq: this.seq, prev, at: "t", set: {}, del: {} };
    if (this.chance() < 0.3) {
      delete this.state[section][id];
      frame.del = { [section]: [id] };
    } else {
      this.state[section][id] = { version: this.seq };
      frame.set = { [section]: { [id]: { version: this.seq } } };
    }
    return frame;
  }

  startAgain() {
    this.epoch += "'";
    this.seq = Math.floor(this.chance() * 3);
  }
}

/** The same chances for the same seed (mulberry32). */
export function chanceFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
