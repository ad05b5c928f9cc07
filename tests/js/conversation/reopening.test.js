// Opening a conversation again: one that was shut, of which nothing was asked for, and one that could not be loaded.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Conversations } from "../../../static/conversation/device.js";
import { Server, Storage, settled } from "./server.js";

const CHAT = "c1";

async function connected(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const server = new Server();
  server.write(CHAT);
  const device = new Conversations({ api: server, socket: server.socket, storage: new Storage() });
  const numbers = (chat) => device.threads.get(chat).messages.map(({ number }) => number);
  device.start();
  await settled();
  return { server, device, numbers };
}

test("nothing is asked for of a conversation that is shut, until it is opened again", async (context) => {
  const { server, device, numbers } = await connected(context);
  device.shut("other");
  await device.open(CHAT);
  device.shut(CHAT);
  server.asked.length = 0;
  server.write(CHAT, { tell: false });
  server.write(CHAT);
  server.socket.open();
  server.beat();
  device.refresh(CHAT);
  await device.older(CHAT);
  await settled();
  assert.deepEqual(server.asked.filter((one) => one.includes("/chats/")), []);
  assert.deepEqual([numbers(CHAT), numbers("other")], [[1], []], "what is known stays");
  await device.open(CHAT);
  assert.deepEqual(numbers(CHAT), [1, 2, 3]);
});

test("a conversation that could not be loaded is read when it is opened again, a loaded one is not", async (context) => {
  const { server, device, numbers } = await connected(context);
  server.isDown = true;
  await device.open(CHAT);
  assert.deepEqual([numbers(CHAT), device.threads.get(CHAT).isReading], [[], false]);
  server.isDown = false;
  await device.open(CHAT);
  assert.deepEqual(numbers(CHAT), [1]);
  server.asked.length = 0;
  await device.open(CHAT);
  assert.deepEqual(server.asked, []);
});
