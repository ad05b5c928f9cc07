// Pages of messages: the newest, older ones as one scrolls, and a pause after one that could not be read.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Conversations } from "../../../static/conversation/device.js";
import { Server, Storage, settled } from "./server.js";

const CHAT = "c1";
let server;
let device;

async function connected() {
  device = new Conversations({ api: server, socket: server.socket, storage: new Storage(), now: () => Date.now() });
  device.start();
  await settled();
  return device;
}

const numbers = (chat = CHAT) => device.threads.get(chat).messages.map(({ number }) => number);
const upTo = (last, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

function assertEqualsServer(chat = CHAT) {
  const log = server.logs.get(chat);
  assert.deepEqual(device.threads.get(chat).messages, log.slice(-device.threads.get(chat).messages.length));
  assert.equal(device.numberOf(chat), log.length);
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  server = new Server();
});

test("far behind, the newest page is read, and older ones as one scrolls", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  server.socket.lose();
  for (let at = 0; at < 500; at += 1) server.write(CHAT);
  server.socket.open();
  await settled();
  assert.deepEqual(numbers(), upTo(501, 452));
  await device.older(CHAT);
  assert.deepEqual(numbers(), upTo(501, 402));
  assertEqualsServer();
});

test("a page that draws at each change does not ask without a pause for what cannot be read", async () => {
  server.write(CHAT);
  let isDrawing = false;
  const changed = () => setTimeout(() => isDrawing && device.follow(CHAT));
  device = new Conversations({ api: server, socket: server.socket, storage: new Storage(), now: () => Date.now(), changed });
  device.start();
  await settled();
  [isDrawing, server.isDown] = [true, true];
  const before = server.asked.length;
  device.follow(CHAT);
  for (let turn = 0; turn < 5; turn += 1) {
    await settled();
    mock.timers.tick(1);
  }
  assert.equal(server.asked.length, before + 1);
  server.isDown = false;
  server.beat();
  await settled();
  assertEqualsServer();
});

test("an older page that could not be read is not asked for at once again, but a moment later", async () => {
  for (let at = 0; at < 60; at += 1) server.write(CHAT);
  await connected();
  const thread = await device.open(CHAT);
  server.isDown = true;
  const before = server.asked.length;
  for (let at = 0; at < 3; at += 1) await device.older(CHAT); // as a page at the top asks at each drawing
  assert.equal(server.asked.length, before + 1);
  server.isDown = false;
  mock.timers.tick(4_000);
  await device.older(CHAT);
  assert.deepEqual(numbers(), upTo(60));
  assert.ok(!thread.isReadingOlder);
});

test("an older page that comes after the newest was read instead leaves no gap", async () => {
  for (let at = 0; at < 60; at += 1) server.write(CHAT);
  await connected();
  await device.open(CHAT);
  server.hold();
  const older = device.older(CHAT);
  server.socket.lose();
  for (let at = 0; at < 300; at += 1) server.write(CHAT);
  const late = server.takeHeld();
  server.socket.open();
  await server.release();
  late();
  await older;
  assert.deepEqual(numbers(), upTo(360, 311));
  await device.older(CHAT);
  assert.deepEqual(numbers(), upTo(360, 261));
});

test("older pages end at the first message", async () => {
  for (let at = 0; at < 60; at += 1) server.write(CHAT);
  await connected();
  const thread = await device.open(CHAT);
  assert.deepEqual(numbers(), upTo(60, 11));
  await device.older(CHAT);
  assert.deepEqual(numbers(), upTo(60));
  assert.ok(!thread.hasOlder);
});
