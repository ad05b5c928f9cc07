// What the desk reads: news during a reading is not missed, a failed reading is repeated at intervals, an older answer undoes nothing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DeskCards } from "../../../static/dashboard/desk/chats/desk-cards.js";
import { DeskChats } from "../../../static/dashboard/desk/chats/desk-chats.js";
import { Invitations } from "../../../static/dashboard/desk/chats/invitations.js";
import { Notes } from "../../../static/dashboard/desk/chats/notes.js";
import { WatchedChat } from "../../../static/dashboard/conversations/watch/watched-chat.js";
import { NO_ANSWER, settled } from "../conversation/server.js";

const OK = { ok: true, status: 200 };

/** An API whose readings wait for `answer(body)`, or a whole reply. */
function waiting() {
  const asked = [];
  const readings = [];
  const get = (path) => asked.push(path) && new Promise((answer) => readings.push(answer));
  const answer = (body) => {
    readings.shift()("ok" in body ? body : { ...OK, body });
    return settled();
  };
  return { asked, answer, api: { get, post: async () => OK } };
}

test("a note that is told of while notes are being read is read too", async () => {
  const { api, asked, answer } = waiting();
  const notes = new Notes({ api, changed: () => {} });
  const note = (number) => ({ number, sender: "agent:eva", body: "x", at: "" });
  notes.read("talk");
  notes.read("talk");
  await answer({ items: [note(1)] });
  await answer({ items: [note(2)] });
  assert.deepEqual(notes.of("talk").map(({ number }) => number), [1, 2]);
  assert.equal(asked.length, 2);
});

test("notes that could not be read are asked for again, as long as the chat is open", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { api, asked, answer } = waiting();
  const notes = new Notes({ api, changed: () => {} });
  notes.read("talk");
  await answer(NO_ANSWER);
  context.mock.timers.tick(4_000);
  await answer(NO_ANSWER);
  notes.forget("talk");
  context.mock.timers.tick(60_000);
  assert.equal(asked.length, 2);
});

test("a customer who writes while the chats are being read waits", async () => {
  const { api, answer } = waiting();
  const chats = new DeskChats({ api, changed: () => {} });
  const held = [{ chat: "talk", call_id: "talk.1", wait: { by: "agent", since: "2026-11-24T10:00:00Z" } }];
  chats.read();
  chats.heard("talk", { kind: "text", sender: "contact:leo", at: "2026-11-24T10:00:05Z" });
  await answer({ held });
  assert.deepEqual(chats.waits.get("talk"), { by: "customer", since: "2026-11-24T10:00:05Z" });
});

test("chats that cannot be read are asked for at intervals, however often their row changes", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const chats = new DeskChats({ api: { get: async (path) => asked.push(path) && NO_ANSWER }, changed: () => {} });
  for (const version of [1, 2, 3]) {
    chats.follow(version);
    await settled();
  }
  context.mock.timers.tick(2_000);
  await settled();
  assert.equal(asked.length, 4);
  context.mock.timers.tick(2_000);
  assert.equal(asked.length, 5);
});

test("a command is under way until its effect is known, and its offer rings no longer", async () => {
  const { api, answer } = waiting();
  const chats = new DeskChats({ api, changed: () => {} });
  const offer = { chat: "talk", key: "talk.1@1" };
  const accepting = chats.accept(offer);
  await settled();
  assert.ok(chats.pending.has("accept talk"));
  await answer({ held: [{ chat: "talk", call_id: "talk.1" }] });
  await accepting;
  assert.deepEqual([chats.pending.size, chats.answered], [0, offer.key]);
});

test("kinds of cards that cannot be read are asked for at intervals, however often the page is drawn", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const replies = [NO_ANSWER, NO_ANSWER, { ...OK, body: { items: [{ kind: "form" }] } }];
  const cards = new DeskCards({ api: { get: async (path) => asked.push(path) && replies.shift() }, changed: () => asked.length < 20 && cards.read() });
  cards.read();
  await settled();
  assert.deepEqual([asked.length, cards.isFailed], [1, true]);
  for (const number of [2, 3]) {
    context.mock.timers.tick(4_000);
    await settled();
    assert.equal(asked.length, number);
  }
  assert.deepEqual([cards.kinds, cards.isFailed], [[{ kind: "form" }], false]);
});

test("a supervisor's older answer about a chat is not shown over a newer one", async () => {
  const readings = [];
  const get = (path) => new Promise((answer) => readings.push(() => answer({ ...OK, body: { call_id: path.split("/")[2], caller: "contact:leo" } })));
  const thread = { messages: [{ state: { open: true, contact: "talk.1" } }] };
  const chat = new WatchedChat({ api: { get }, changed: () => {}, space: { thread, config: { chat: "talk" }, former: new Map() } });
  chat.read();
  thread.messages.push({ state: { open: true, contact: "talk.2" } });
  chat.read();
  for (const _answer of [1, 2]) {
    readings.pop()(); // of two on their way the newer one comes first
    await settled();
  }
  assert.equal(chat.held[0].call_id, "talk.2");
});

test("an invitation that could not be read is read again, one that was left meanwhile is not known", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { api, asked, answer } = waiting();
  const invitations = new Invitations({ api, changed: () => {} });
  const answerAll = async () => {
    await answer({ kind: "service", scene: "service" });
    await answer({ items: [{ party: "contact:leo", joined_at: "" }] });
    await answer({ items: [{ state: { contact: "talk.1" } }] });
  };
  invitations.read("talk");
  for (const reply of [NO_ANSWER, NO_ANSWER, NO_ANSWER]) await answer(reply);
  invitations.read("talk");
  assert.equal(asked.length, 3, "not with each change of the list");
  context.mock.timers.tick(4_000);
  await answerAll();
  assert.equal(invitations.of("talk").call_id, "talk.1");
  invitations.forget("talk");
  invitations.read("talk");
  invitations.forget("talk");
  await answerAll();
  assert.deepEqual([invitations.of("talk"), asked.length], [null, 9]);
});
