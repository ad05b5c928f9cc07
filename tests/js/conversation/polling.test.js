// Where no socket can be opened, a device polls its list.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Conversations } from "../../../static/conversation/device.js";
import { Server, Storage, settled } from "./server.js";

const CHAT = "c1";
let server;
let device;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  server = new Server();
  device = new Conversations({ api: server, socket: server.socket, storage: new Storage() });
});

/** Long enough for a poll, also after a failed one. */
async function polled() {
  mock.timers.tick(8_000);
  await settled();
}

test("where no socket can be opened, the list is polled, and everything is complete", async () => {
  server.write(CHAT);
  server.socket.start = () => server.socket.lose();
  device.start();
  await settled();
  assert.equal(device.phase, "connecting");
  await polled();
  assert.equal(device.phase, "live");
  await device.open(CHAT);
  server.write(CHAT);
  device.send(CHAT, "and I");
  server.socket.lose(); // as each attempt ends
  await polled();
  assert.deepEqual(device.threads.get(CHAT).messages, server.logs.get(CHAT));
  assert.equal(device.phase, "live");
  assert.deepEqual(device.outbox.waiting(CHAT), []);
});

test("polling that fails shows that nothing arrives, and ends with the first socket", async () => {
  server.write(CHAT);
  device.start();
  await settled();
  await device.open(CHAT);
  server.socket.lose();
  server.isDown = true;
  await polled();
  assert.equal(device.phase, "reconnecting");
  server.isDown = false;
  await polled();
  assert.equal(device.phase, "live");
  server.socket.open();
  await settled();
  const before = server.asked.length;
  await polled();
  assert.equal(server.asked.length, before);
});
