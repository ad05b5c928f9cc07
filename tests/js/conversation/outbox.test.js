// Own messages are sent once, in order, whatever is lost on the way and however often the page is loaded.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Outbox } from "../../../static/conversation/outbox.js";
import { Server, Storage, refused, settled } from "./server.js";

const CHAT = "c1";
let server;
let storage;
let ids;

const outbox = (more = {}) => new Outbox({ api: server, storage, newId: () => `m${(ids += 1)}`, ...more });
const bodies = () => (server.logs.get(CHAT) ?? []).map(({ body }) => body);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  server = new Server();
  storage = new Storage();
  ids = 0;
});

test("a message whose reply is lost is sent again and stored once", async () => {
  const box = outbox();
  server.losesReplies = 2;
  box.add({ chat: CHAT, body: "hello", base: 0 });
  await settled();
  assert.equal(box.waiting(CHAT).length, 1);
  mock.timers.tick(10_000);
  await settled();
  mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(bodies(), ["hello"]);
  assert.deepEqual(box.waiting(CHAT), []);
  assert.equal(storage.length, 0);
});

test("messages of a closed page are sent by the next one, under the same id and in their order", async () => {
  server.isDown = true;
  const box = outbox();
  for (const body of ["one", "two", "three"]) box.add({ chat: CHAT, body, base: 0 });
  await settled();
  server.isDown = false;
  const next = outbox();
  assert.deepEqual(next.waiting(CHAT).map(({ clientId }) => clientId), ["m1", "m2", "m3"]);
  next.flush();
  await settled();
  assert.deepEqual(bodies(), ["one", "two", "three"]);
});

test("two pages that send the same messages store them once", async () => {
  server.isDown = true;
  const box = outbox();
  for (const body of ["one", "two"]) box.add({ chat: CHAT, body, base: 0 });
  const other = outbox();
  server.isDown = false;
  box.flush();
  other.flush();
  await settled();
  mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(bodies(), ["one", "two"]);
  assert.equal(storage.length, 0);
});

test("a message that comes back over the socket is not sent again", async () => {
  const box = outbox();
  server.losesReplies = 1;
  box.add({ chat: CHAT, body: "hello", base: 0 });
  await settled();
  box.arrived(server.logs.get(CHAT)[0]);
  server.asked.length = 0;
  mock.timers.tick(60_000);
  await settled();
  assert.deepEqual(server.asked, []);
});

test("a refused message stays until it is discarded, and does not hold up the others", async () => {
  const box = outbox();
  const take = server.post;
  server.post = async (path, body) => (body.body === "bad" ? refused(400, "body", "body: too long") : take(path, body));
  box.add({ chat: CHAT, body: "bad", base: 0 });
  box.add({ chat: CHAT, body: "good", base: 0 });
  await settled();
  assert.deepEqual(bodies(), ["good"]);
  assert.deepEqual(box.waiting(CHAT).map(({ error }) => error), ["body: too long"]);
  server.post = take;
  box.retry("m1");
  await settled();
  assert.deepEqual(bodies(), ["good", "bad"]);
});

test("a sender far behind reads up to the end, and finds what it has sent before", async () => {
  for (let at = 0; at < 1500; at += 1) server.write(CHAT, { client_id: at === 700 ? "m1" : `s${at}`, sender: "contact:me", tell: false });
  const box = outbox();
  box.add({ chat: CHAT, body: "hello", base: 0 }); // m1, whose reply was lost
  box.add({ chat: CHAT, body: "new", base: 0 });
  await settled();
  assert.equal(server.logs.get(CHAT).length, 1501);
  assert.deepEqual(box.waiting(CHAT), []);
});

test("a base beyond the end of a conversation that has started again is given up", async () => {
  const box = outbox();
  box.add({ chat: CHAT, body: "hello", base: 12 });
  await settled();
  assert.deepEqual(bodies(), ["hello"]);
});

test("nothing is sent before what has to come first has succeeded", async () => {
  let answer = refused(503);
  const box = outbox({ before: async () => answer });
  box.add({ chat: CHAT, body: "hello", base: 0 });
  await settled();
  assert.deepEqual(bodies(), []);
  answer = { ok: true };
  mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(bodies(), ["hello"]);
});

test("a file is sent with its name, and its progress is shown", async () => {
  const shares = [];
  const box = outbox({ changed: () => shares.push(box.waiting(CHAT)[0]?.progress) });
  box.add({ chat: CHAT, file: { name: "car.png" }, base: 0 });
  await settled();
  assert.deepEqual(JSON.parse(bodies()[0]), { name: "car.png" });
  assert.ok(shares.includes(0.5));
});

/** Files as the browser's database keeps them; what is not released stands still. */
class Files {
  kept = new Map();
  isLoading = Promise.resolve();
  all = async (prefix) => {
    await this.isLoading;
    return [...this.kept].filter(([name]) => name.startsWith(prefix)).map(([, entry]) => structuredClone(entry));
  };
  put = async (name, { progress, ...entry }) => void this.kept.set(name, entry);
  remove = async (name) => void this.kept.delete(name);
}

test("a file of a closed page is sent by the next one, in its order, once", async () => {
  const files = new Files();
  server.isDown = true;
  const box = outbox({ files });
  box.add({ chat: CHAT, body: "one", base: 0 });
  box.add({ chat: CHAT, file: { name: "car.png" }, base: 0 });
  box.add({ chat: CHAT, body: "three", base: 0 });
  await settled();
  server.isDown = false;
  let load;
  files.isLoading = new Promise((done) => (load = done));
  const next = outbox({ files });
  next.flush();
  await settled();
  assert.deepEqual(bodies(), []);
  load();
  await settled();
  assert.deepEqual(bodies(), ["one", JSON.stringify({ name: "car.png" }), "three"]);
  assert.equal(files.kept.size, 0);
});

test("who goes on under another name sends the files kept under the first", async () => {
  const files = new Files();
  server.isDown = true;
  outbox({ files, prefix: "anonymous:" }).add({ chat: CHAT, file: { name: "car.png" }, base: 0 });
  await settled();
  const before = outbox({ files, prefix: "anonymous:" });
  const named = outbox({ files, prefix: "named:" });
  named.takeOver(before);
  await settled();
  assert.deepEqual([...files.kept.keys()], ["named:m1"]);
  server.isDown = false;
  named.flush();
  await settled();
  assert.equal(bodies().length, 1);
});

test("for the next user nothing is kept, also what was still to be loaded", async () => {
  const files = new Files();
  server.isDown = true;
  outbox({ files }).add({ chat: CHAT, file: { name: "car.png" }, base: 0 });
  await settled();
  outbox({ files }).clear();
  await settled();
  assert.equal(files.kept.size, 0);
});

test("Retry-After is obeyed", async () => {
  const take = server.post;
  server.post = async () => ({ ...refused(429), retryAfter: 30 });
  const box = outbox();
  box.add({ chat: CHAT, body: "hello", base: 0 });
  await settled();
  server.post = take;
  mock.timers.tick(29_000);
  await settled();
  assert.deepEqual(bodies(), []);
  mock.timers.tick(1_000);
  await settled();
  assert.deepEqual(bodies(), ["hello"]);
});

test("forbidden storage does not keep messages from being sent", async () => {
  storage = { get length() { throw new Error("denied"); }, setItem() { throw new Error("full"); }, removeItem() {} };
  const box = outbox();
  box.add({ chat: CHAT, body: "hello", base: 0 });
  await settled();
  assert.deepEqual(bodies(), ["hello"]);
});
