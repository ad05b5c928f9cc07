// One socket kept alive: opened again when lost, a snapshot asked for once.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { deflateSync } from "node:zlib";

import { Connection, retryDelay } from "../../../static/stream/connection.js";
import { oncePerFrame, serverClock } from "../../../static/stream/ticking.js";

class FakeSocket {
  static OPEN = 1;
  static made = [];
  readyState = 0;
  sent = [];

  constructor() {
    FakeSocket.made.push(this);
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  say(frame) {
    this.onmessage({ data: typeof frame === "string" ? frame : JSON.stringify(frame) });
  }

  sayPacked(frame) {
    this.onmessage({ data: new Blob([deflateSync(JSON.stringify(frame))]) });
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const page = { hidden: false, listeners: {} };
let now = 0;
let phases;
let needsSnapshot;

function tick(milliseconds) {
  now += milliseconds;
  mock.timers.tick(milliseconds);
}

function connected() {
  const connection = new Connection({
    url: "ws://board",
    onFrame: () => needsSnapshot,
    onPhase: (phase) => phases.push(phase),
  });
  connection.start();
  FakeSocket.made.at(-1).open();
  return connection;
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(performance, "now", () => now);
  phases = [];
  needsSnapshot = false;
  FakeSocket.made = [];
  page.hidden = false;
  globalThis.WebSocket = FakeSocket;
  globalThis.addEventListener = (name, listener) => (page.listeners[name] = listener);
  globalThis.document = {
    get hidden() {
      return page.hidden;
    },
    addEventListener: globalThis.addEventListener,
  };
});

const SNAPSHOT = { type: "snapshot" };

test("it is live with the first snapshot, not with the open line", () => {
  connected();

  assert.deepEqual(phases, ["connecting"]);
  FakeSocket.made[0].say(SNAPSHOT);
  assert.deepEqual(phases, ["connecting", "live"]);
});

test("a lost line is opened again", () => {
  connected();
  FakeSocket.made[0].close(1006);
  tick(600);

  assert.equal(FakeSocket.made.length, 2);
  assert.equal(phases.at(-1), "reconnecting");
});

test("a line that says nothing for ten seconds is given up, even where it claims to be open", () => {
  connected();
  FakeSocket.made[0].say(SNAPSHOT);
  tick(9_000);
  assert.equal(phases.at(-1), "live");
  for (let second = 0; second < 3; second += 1) tick(1_000);
  assert.equal(phases.at(-1), "reconnecting");
});

test("a line that has not opened after ten seconds is given up", () => {
  new Connection({ url: "ws://board", onFrame: () => false, onPhase: (phase) => phases.push(phase) }).start();
  for (let second = 0; second < 11; second += 1) tick(1_000);
  assert.equal(phases.at(-1), "reconnecting");
  tick(600);

  assert.equal(FakeSocket.made.length, 2);
});

test("a snapshot is asked for once, and again only when it does not come", () => {
  connected();
  const [socket] = FakeSocket.made;
  needsSnapshot = true;
  socket.say({ type: "delta" });
  socket.say({ type: "delta" });
  assert.deepEqual(socket.sent, [{ type: "resync" }]);

  for (let second = 0; second < 4; second += 1) tick(1_000);
  assert.equal(socket.sent.length, 2);

  needsSnapshot = false;
  socket.say(SNAPSHOT);
  needsSnapshot = true;
  socket.say({ type: "delta" });
  assert.equal(socket.sent.length, 3);
});

test("an unreadable frame reaches the reader as nothing", () => {
  const frames = [];
  const connection = new Connection({ url: "", onFrame: (frame) => frames.push(frame) && false, onPhase: () => {} });
  connection.start();
  FakeSocket.made[0].open();
  FakeSocket.made[0].say("{half");

  assert.deepEqual(frames, [null]);
});

function hearing(frames) {
  new Connection({ url: "", onFrame: (frame) => frames.push(frame) && false, onPhase: (phase) => phases.push(phase) }).start();
  FakeSocket.made.at(-1).open();
  return FakeSocket.made.at(-1);
}

async function until(condition) {
  const gaveUpAt = process.hrtime.bigint() + 60_000_000_000n; // the test's own clock stands still
  while (!condition() && process.hrtime.bigint() < gaveUpAt) await new Promise(setImmediate);
  assert.ok(condition());
}

test("what comes while a big frame is unpacked is heard after it", async () => {
  const frames = [];
  const socket = hearing(frames);
  socket.sayPacked({ ...SNAPSHOT, seq: 1 });
  socket.say({ type: "delta", seq: 2 });
  socket.sayPacked({ type: "delta", seq: 3 });
  socket.say({ type: "delta", seq: 4 });
  assert.deepEqual(frames, []);
  await until(() => frames.length === 4);

  assert.deepEqual(frames.map(({ seq }) => seq), [1, 2, 3, 4]);
  assert.equal(phases.at(-1), "live");
});

test("a big frame that is damaged reaches the reader as nothing, and the next one as it is", async () => {
  const frames = [];
  const socket = hearing(frames);
  socket.onmessage({ data: new Blob(["half"]) });
  socket.say({ type: "delta", seq: 2 });
  await until(() => frames.length === 2);

  assert.deepEqual(frames, [null, { type: "delta", seq: 2 }]);
});

test("a big frame of a line that was lost meanwhile is dropped", async () => {
  const frames = [];
  const socket = hearing(frames);
  socket.sayPacked(SNAPSHOT);
  socket.close(1006);
  tick(600);
  FakeSocket.made.at(-1).open();
  FakeSocket.made.at(-1).sayPacked({ type: "delta", seq: 9 });
  await until(() => frames.length > 0);

  assert.deepEqual(frames, [{ type: "delta", seq: 9 }]);
});

test("who is signed out or may not look is told so, and nobody knocks again", () => {
  for (const [code, phase] of [[4401, "signed-out"], [4403, "forbidden"]]) {
    connected();
    const sockets = FakeSocket.made.length;
    FakeSocket.made.at(-1).close(code);
    tick(60_000);
    page.listeners.online();

    assert.equal(phases.at(-1), phase);
    assert.equal(FakeSocket.made.length, sockets);
  }
});

test("back in view it asks for a snapshot, or opens the line at once", () => {
  connected();
  page.listeners.visibilitychange();
  assert.deepEqual(FakeSocket.made[0].sent, [{ type: "resync" }]);

  FakeSocket.made[0].close(1006);
  page.listeners.visibilitychange();
  assert.equal(FakeSocket.made.length, 2);
});

test("waits double up to a cap, half of each by chance", () => {
  assert.deepEqual([1, 2, 3].map((attempt) => retryDelay(attempt, () => 1)), [500, 1_000, 2_000]);
  assert.equal(retryDelay(1, () => 0), 250);
  assert.equal(retryDelay(40, () => 1), 8_000);
});

test("many asks before one screen frame make one drawing", () => {
  const frames = [];
  let drawn = 0;
  const ask = oncePerFrame(() => (drawn += 1), (callback) => frames.push(callback));
  ask();
  ask();
  frames.shift()();
  assert.equal(drawn, 1);
  ask();
  assert.equal(frames.length, 1);
});

test("the server's clock is estimated from the fastest frame", () => {
  let local = Date.parse("2026-11-21T12:00:00Z");
  const clock = serverClock(undefined, () => local);
  assert.equal(clock.now(), local);
  clock.heard("2026-11-21T12:00:04.500Z"); // half a second on its way, if the server is five ahead
  clock.heard("2026-11-21T12:00:05.000Z");
  clock.heard("2026-11-21T12:00:03.000Z");

  assert.equal(clock.now() - local, 5_000);
  clock.forget();
  assert.equal(clock.now(), local);
});
