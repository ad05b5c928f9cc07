// Pages of messages: the newest, older ones as one scrolls, and a pause after one that could not be read.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { CHAT, assertEqualsServer, begin, connected, device, numbers, server, upTo } from "./one-device.js";
import { settled } from "./server.js";

beforeEach(begin);

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
  await connected({ changed: () => setTimeout(() => isDrawing && device.follow(CHAT)) });
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
