// A device's list and messages equal the server's, whatever is lost, doubled or late on the way.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { CHAT, assertEqualsServer, begin, connected, device, numbers, server } from "./one-device.js";
import { settled } from "./server.js";

beforeEach(begin);

test("messages in step are shown without a request", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  const before = server.asked.length;
  server.write(CHAT);
  server.write(CHAT);
  await settled();
  assert.deepEqual(numbers(), [1, 2, 3]);
  assert.equal(server.asked.length, before);
  assert.equal(device.rows.unread, 3);
});

test("a notice to staff is part of what is heard in step", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  const before = server.asked.length;
  server.notice();
  server.write(CHAT);
  await settled();
  assert.deepEqual(numbers(), [1, 2]);
  assert.equal(server.asked.length, before);
});

test("who sends a message, on any device, has read up to it", async () => {
  server.write(CHAT);
  await connected();
  server.write(CHAT, { own: true });
  server.write(CHAT);
  await settled();
  assert.equal(device.rows.unread, 1);
});

test("a gap is filled by its range", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  server.write(CHAT, { tell: false });
  server.write(CHAT, { tell: false });
  server.write(CHAT);
  await settled();
  assertEqualsServer();
  assert.ok(server.asked.some((one) => one.includes("after=1")));
});

test("a frame heard twice, or late, changes nothing", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  const [second, third] = [server.write(CHAT, { tell: false }), server.write(CHAT, { tell: false })];
  for (const frame of [third, second, third, second]) server.socket.say(frame);
  await settled();
  assertEqualsServer();
});

test("a lost last message shows at the next heartbeat", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  server.write(CHAT, { tell: false });
  await settled();
  assert.deepEqual(numbers(), [1]);
  server.beat();
  await settled();
  assertEqualsServer();
});

test("a lost message of another conversation shows in the list at the next frame", async () => {
  server.write("other");
  server.write(CHAT);
  await connected();
  server.write("other", { tell: false });
  server.write(CHAT);
  await settled();
  assert.equal(device.rows.byChat.get("other").number, 2);
  assert.equal(device.rows.unread, 4);
});

test("a message that arrives while the first page is read is neither lost nor doubled", async () => {
  server.write(CHAT);
  await connected();
  server.hold();
  const opening = device.open(CHAT);
  server.write(CHAT);
  await server.release();
  await opening;
  assertEqualsServer();
});

test("frames behind a gap do not hide it while the list cannot be read", async () => {
  server.write(CHAT);
  server.write("other");
  await connected();
  server.isDown = true;
  server.write("other", { tell: false });
  server.write(CHAT);
  server.write(CHAT);
  await settled();
  server.isDown = false;
  server.beat();
  await settled();
  assert.equal(device.rows.byChat.get("other").number, 2);
});

test("after a lost connection only what changed is read", async () => {
  for (let at = 0; at < 5; at += 1) server.write(`c${at}`);
  await connected();
  await device.open(CHAT);
  server.socket.lose();
  server.write(CHAT);
  server.write("c3");
  server.asked.length = 0;
  server.socket.open();
  await settled();
  assertEqualsServer();
  assert.equal(device.rows.byChat.get("c3").number, 2);
  assert.deepEqual(server.asked.filter((one) => one.includes("/chats/")), ["GET /chats/c1/messages?after=1&limit=200"]);
});

test("changes since a stamp are read to the last page", async () => {
  for (let at = 0; at < 250; at += 1) server.write(`c${at}`);
  await connected();
  server.socket.lose();
  for (let at = 0; at < 250; at += 1) server.write(`c${at}`);
  server.socket.open();
  await settled();
  assert.equal(device.rows.byChat.size, 250);
  assert.ok([...device.rows.byChat.values()].every(({ number }) => number === 2));
});

test("of a long list the first page is read, and others on demand", async () => {
  for (let at = 0; at < 150; at += 1) server.write(`c${at}`);
  await connected();
  assert.equal(device.rows.byChat.size, 100);
  assert.ok(device.rows.hasMore);
  await device.moreRows();
  assert.equal(device.rows.byChat.size, 150);
  assert.ok(!device.rows.hasMore);
});

test("in a new epoch the list is read again, and opened conversations are completed", async () => {
  server.write(CHAT);
  server.write("other");
  await connected();
  await device.open(CHAT);
  server.socket.lose();
  server.write(CHAT);
  server.socket.isOpen = true;
  server.loseEpoch();
  await settled();
  assertEqualsServer();
  server.write("other");
  await settled();
  assert.equal(device.rows.byChat.get("other").number, 2);
  assert.equal(device.rows.unread, 4);
});

test("without Redis the list is read at each heartbeat", async () => {
  server.epoch = "";
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  server.write(CHAT, { tell: false });
  server.beat();
  await settled();
  assertEqualsServer();
});

test("a range that is not answered is asked for again at a heartbeat", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  server.isDown = true;
  server.write(CHAT, { tell: false });
  server.write(CHAT);
  await settled();
  server.isDown = false;
  server.beat();
  await settled();
  assertEqualsServer();
});

test("a recalled message loses its text and keeps its place", async () => {
  server.write(CHAT, { body: "secret" });
  await connected();
  await device.open(CHAT);
  server.write(CHAT, { kind: "recall", body: "1" });
  await settled();
  assert.deepEqual([device.threads.get(CHAT).messages[0].recalled, device.threads.get(CHAT).messages[0].body], [true, ""]);
  assertEqualsServer();
});

test("a watched conversation is followed without a list, and watched again after each hello", async () => {
  server.unlisted.add(CHAT);
  server.write(CHAT);
  await connected();
  await device.open(CHAT, { watch: true });
  server.write(CHAT, { tell: false });
  server.socket.say({ type: "watching", chat: CHAT, watched: true });
  server.beat();
  await settled();
  assertEqualsServer();
  server.asked.length = 0;
  server.write(CHAT);
  await settled();
  assert.deepEqual([numbers(), server.asked], [[1, 2, 3], []]);
  server.socket.open();
  assert.equal(server.socket.said.filter(({ type }) => type === "watch").length, 2);
});

test("frames of other kinds are for the page", async () => {
  const told = [];
  await connected({ told: (frame) => told.push(frame) });
  told.length = 0;
  server.socket.say({ type: "note", chat: CHAT, party: "agent:a1", number: 1 });
  assert.equal(told.length, 1);
});

test("offline messages are sent once, in order, after the device has caught up", async () => {
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  server.socket.lose();
  server.isDown = true;
  device.send(CHAT, "one");
  device.send(CHAT, "two");
  await settled();
  server.isDown = false;
  server.write(CHAT, { body: "meanwhile" });
  server.tellsOwn = true;
  server.socket.open();
  await settled();
  assert.deepEqual(server.logs.get(CHAT).map(({ body }) => body), ["hello", "meanwhile", "one", "two"]);
  assertEqualsServer();
  assert.deepEqual(device.outbox.waiting(CHAT), []);
});
