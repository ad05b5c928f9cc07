// Read marks, typing and seen: sent sparingly, heard, and never needed.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { CHAT, begin, connected, device, server } from "./one-device.js";
import { refused, settled } from "./server.js";

beforeEach(begin);

test("a read mark counts here at once and is sent once a moment later", async () => {
  server.write(CHAT);
  server.write(CHAT);
  await connected();
  await device.open(CHAT);
  device.read(CHAT, 1);
  device.read(CHAT, 2);
  assert.equal(device.rows.unread, 0);
  mock.timers.tick(400);
  await settled();
  assert.equal(server.read.get(CHAT), 2);
  assert.equal(server.asked.filter((one) => one.endsWith("/read")).length, 1);
  assert.deepEqual(server.socket.said, [{ type: "seen", chat: CHAT, number: 2 }]);
});

const later = [
  ["after the connection is back", () => server.socket.open()],
  ["also while the connection lasts", () => mock.timers.tick(8_000)],
];
for (const [when, comes] of later) {
  test(`a read mark that could not be sent is sent again, ${when}`, async () => {
    server.write(CHAT);
    await connected();
    await device.open(CHAT);
    server.isDown = true;
    device.read(CHAT);
    mock.timers.tick(400);
    await settled();
    server.isDown = false;
    comes();
    await settled();
    assert.equal(server.read.get(CHAT), 1);
  });
}

test("who types is shown for a while, and no longer once the message is there", async () => {
  server.write(CHAT);
  await connected();
  server.socket.say({ type: "typing", chat: CHAT, party: "service" });
  assert.deepEqual(device.typists(CHAT), ["service"]);
  server.write(CHAT);
  assert.deepEqual(device.typists(CHAT), []);
  server.socket.say({ type: "typing", chat: CHAT, party: "service" });
  mock.timers.tick(6_001);
  assert.deepEqual(device.typists(CHAT), []);
});

test("typing is said every three seconds at most", async () => {
  await connected();
  device.typing(CHAT);
  device.typing(CHAT);
  mock.timers.tick(3_000);
  device.typing(CHAT);
  assert.equal(server.socket.said.length, 2);
});

test("what others have seen is heard, and asked for after a start", async () => {
  server.write(CHAT);
  await connected();
  server.socket.say({ type: "seen", chat: CHAT, party: "service", number: 3 });
  await device.askReaders(CHAT, 2);
  assert.equal(device.seenBy(CHAT).get("service"), 3);
});

test("who has sent a message has seen what is before it", async () => {
  server.write(CHAT);
  await connected();
  server.write(CHAT, { sender: "contact:me" });
  assert.equal(device.seenBy(CHAT).get("contact:me"), 2);
  server.write(CHAT, { sender: "contact:me", kind: "event" });
  assert.equal(device.seenBy(CHAT).get("contact:me"), 2);
});
