// The socket of a device says who it is, and is opened again by itself.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { DeviceSocket } from "../../../static/conversation/socket.js";
import { settled } from "./server.js";

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
    this.onmessage({ data: JSON.stringify(frame) });
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
let now;
let phases;
let socket;
let token;

const last = () => FakeSocket.made.at(-1);

async function tick(milliseconds) {
  now += milliseconds;
  mock.timers.tick(milliseconds);
  await settled();
}

beforeEach(async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  now = 0;
  mock.method(performance, "now", () => now);
  phases = [];
  token = "t1";
  FakeSocket.made = [];
  page.hidden = false;
  globalThis.WebSocket = FakeSocket;
  globalThis.addEventListener = (name, listener) => (page.listeners[name] = listener);
  globalThis.removeEventListener = (name) => delete page.listeners[name];
  globalThis.document = {
    get hidden() {
      return page.hidden;
    },
    addEventListener: globalThis.addEventListener,
    removeEventListener: globalThis.removeEventListener,
  };
  socket = new DeviceSocket({ url: "ws://site/ws/messages/", token: async () => token });
  socket.onPhase = (phase) => phases.push(phase);
  socket.start();
  await settled();
  last().open();
});

test("it says hello with its token first, and is live once the server does", () => {
  assert.deepEqual(last().sent, [{ type: "hello", token: "t1" }]);
  last().say({ type: "hello", epoch: "e", stamp: 1 });
  assert.deepEqual(phases, ["connecting", "live"]);
});

test("a lost socket is opened again", async () => {
  last().close(1006);
  await tick(10_000);
  assert.equal(FakeSocket.made.length, 2);
  assert.deepEqual(phases, ["connecting", "reconnecting", "reconnecting"]);
});

test("a socket that says nothing for long is dead, also right after a locked screen", async () => {
  page.hidden = true;
  now += 60_000; // no timer ran meanwhile
  page.hidden = false;
  page.listeners.visibilitychange();
  await tick(600);
  assert.equal(FakeSocket.made.length, 2);
});

test("once the network is back it does not wait for its pause", async () => {
  last().close(1006);
  page.listeners.online();
  await settled();
  assert.equal(FakeSocket.made.length, 2);
});

test("a refusal is final until it is started again", async () => {
  last().close(4401);
  await tick(60_000);
  assert.deepEqual([FakeSocket.made.length, phases.at(-1)], [1, "signed-out"]);
  token = "t2";
  socket.start();
  await settled();
  last().open();
  assert.deepEqual(last().sent, [{ type: "hello", token: "t2" }]);
});

test("a token that cannot be had now is asked for again", async () => {
  token = Promise.reject(new Error("offline"));
  last().close(1006);
  await tick(1_000);
  assert.equal(FakeSocket.made.length, 1);
  token = "t2";
  await tick(10_000);
  assert.equal(FakeSocket.made.length, 2);
});

test("a newer token is said on the open socket", async () => {
  token = "t2";
  await socket.renew();
  assert.deepEqual(last().sent.at(-1), { type: "hello", token: "t2" });
});

test("stopped, it stays closed", async () => {
  socket.stop();
  await tick(60_000);
  assert.equal(FakeSocket.made.length, 1);
});

test("a browser that goes offline says so before the server's silence does, and tries again", async () => {
  last().open();
  last().say({ type: "hello" });
  assert.equal(phases.at(-1), "live");
  page.listeners.offline();
  assert.equal(phases.at(-1), "reconnecting");
  assert.equal(FakeSocket.made[0].readyState, 3);
  await tick(10_000);
  assert.equal(FakeSocket.made.length, 2);
});
