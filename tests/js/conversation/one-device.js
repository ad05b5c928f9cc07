// One device beside its server in tests, with the clock in the test's hand.

import assert from "node:assert/strict";
import { mock } from "node:test";

import { Conversations } from "../../../static/conversation/device.js";
import { Server, Storage, settled } from "./server.js";

export const CHAT = "c1";
export let server;
export let device;

/** Before each test. */
export function begin() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  server = new Server();
}

/** `parts`: what else the page gives its device. */
export async function connected(parts = {}) {
  device = new Conversations({ api: server, socket: server.socket, storage: new Storage(), now: () => Date.now(), ...parts });
  device.start();
  await settled();
  return device;
}

export const numbers = (chat = CHAT) => device.threads.get(chat).messages.map(({ number }) => number);
export const upTo = (last, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

export function assertEqualsServer(chat = CHAT) {
  const log = server.logs.get(chat);
  assert.deepEqual(device.threads.get(chat).messages, log.slice(-device.threads.get(chat).messages.length));
  assert.equal(device.numberOf(chat), log.length);
}
