// The workspace: a late answer belongs to the chat that it was asked for.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Workspace } from "../../../static/dashboard/desk/chats/workspace.js";
import { NO_ANSWER, settled, Storage } from "../conversation/server.js";

const OK = { ok: true, status: 200, body: {} };
const HELD = ["a", "b"].map((chat) => ({ chat, call_id: `${chat}.1`, customer: `contact:${chat}`, scene: "service", since: "" }));
let asked, answers;

beforeEach(() => {
  [asked, answers] = [[], new Map()];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const nothing = () => {};
  Object.assign(globalThis, {
    document: { hidden: true, addEventListener: nothing, querySelector: () => null, getElementById: () => null },
    location: { hash: "", host: "desk", protocol: "http:" },
    history: { pushState: nothing },
    localStorage: new Storage(),
    requestAnimationFrame: nothing,
    WebSocket: { OPEN: 1 },
  });
});

/** Requests whose path begins as an entry of `answers` wait until its list of answers has one; others are answered. */
function api() {
  const ask = (path) => {
    asked.push(path);
    const held = [...answers].find(([beginning]) => path.startsWith(beginning));
    return held ? new Promise((answer) => held[1].push(answer)) : Promise.resolve({ ...OK, body: { items: [], held: [] } });
  };
  return { get: ask, post: ask };
}

async function aSpace() {
  const nothing = () => {};
  const config = { agent: "ana", agentName: "Ana", chats: { socket: "/ws", scenes: {} } };
  const outcomes = { know: nothing, read: nothing, save: async () => {} };
  const space = new Workspace({ places: {}, config, api: api(), outcomes, picker: { close: nothing }, now: () => 0, ring: nothing, knock: nothing, retitle: nothing, singleKeys: () => true, notices: { told: nothing } });
  space.desk.desk = { held: HELD };
  return space;
}

const release = (path, reply) => {
  answers.get(path).shift()(reply);
  return settled();
};

test("what only its agents may read is asked for of the chat that is open, whichever was loaded first", async () => {
  answers.set("/chats/a/messages", []).set("/chats/b/messages", []);
  const space = await aSpace();
  space.desk.desk = { held: [] };
  space.watches = true; // messages can be read before it is known who holds the chats
  space.go({ chat: "a", step: "chat" });
  space.go({ chat: "b", step: "chat" });
  await release("/chats/b/messages", { ...OK, body: { items: [] } });
  await release("/chats/a/messages", { ...OK, body: { items: [] } });
  space.desk.desk = { held: HELD };
  space.customers.read("c", "c", "c.1"); // any answer
  await settled();
  assert.deepEqual(asked.filter((path) => path.includes("/notes")), ["/chats/b/notes?after=0&limit=200"]);
});

test("a chat that was closed and has begun again since is in the list once", async () => {
  answers.set("/calls/a.1", []);
  const space = await aSpace();
  answers.set("/desk/chats", []);
  space.desk.read();
  await release("/desk/chats", { ...OK, body: { held: [HELD[1]] } });
  space.desk.read();
  await release("/desk/chats", { ...OK, body: { held: [{ ...HELD[0], call_id: "a.2" }, HELD[1]] } });
  await release("/calls/a.1", { ...OK, body: { status: "completed", caller: "contact:a", notes: [], ended_at: "2026-11-24T10:00:00Z" } });
  assert.ok(!space.former.has("a"));
});

test("messages of a chat that was closed are forgotten when another is opened, once it has left the list", async () => {
  const space = await aSpace();
  const opened = async (chat) => {
    space.go({ chat, step: chat ? "chat" : "list" });
    await settled();
    return [...space.device.threads.keys()];
  };
  space.isListed = true;
  await opened("a");
  assert.deepEqual(await opened("b"), ["a", "b"], "both are held");
  space.desk.desk = { held: [HELD[1]] };
  space.former.set("a", { ...HELD[0], endedAt: new Date(0).toISOString() });
  assert.deepEqual(await opened(""), ["a", "b"], "its outcome can still be saved");
  space.now = () => 600_000;
  assert.deepEqual(await opened("b"), ["b"]);
});

test("what is written in a chat that others have ended stays, since it may come back", async () => {
  for (const status of ["completed", "queued"]) {
    answers.set("/calls/a.1", []).set("/desk/chats", []);
    const space = await aSpace();
    space.drafts.keep("a", "Half a");
    space.desk.read();
    await release("/desk/chats", { ...OK, body: { held: [HELD[1]] } });
    await release("/calls/a.1", { ...OK, body: { status, caller: "contact:a", notes: [], ended_at: "2026-11-24T10:00:00Z" } });
    assert.equal(space.drafts.of("a"), "Half a");
  }
});

test("a page that opens keeps what was written in a chat that was closed here a while ago", async () => {
  const space = await aSpace();
  space.former.set("a", { ...HELD[0], endedAt: new Date(0).toISOString() });
  for (const chat of ["a", "gone"]) space.drafts.keep(chat, "Half a");
  space.isListed = true;
  space.desk.desk = { held: [HELD[1]] };
  space.customers.read("b", "b", "b.1"); // any answer
  await settled();
  assert.deepEqual([space.drafts.of("a"), space.drafts.of("gone")], ["Half a", ""]);
});

test("a card that is answered after its dialog was closed closes no other, and a refusal is told", async () => {
  answers.set("/chats/a/cards", []);
  const space = await aSpace();
  space.go({ chat: "a", step: "chat" });
  space.dialog = { name: "card", chat: "a" };
  const sending = space.on.sendCard("form", {});
  await settled();
  const other = (space.dialog = { name: "transfer", chat: "a" });
  await release("/chats/a/cards", NO_ANSWER);
  await sending;
  assert.equal(space.dialog, other);
  assert.match(space.desk.problem, /^The card was not sent/);
});

test("a dialog about a chat closes when the chat is left, another stays", async () => {
  const space = await aSpace();
  const closed = [];
  document.getElementById = (id) => ({ focus: () => {}, showModal: () => {}, close: () => closed.push(id) });
  space.go({ chat: "a", step: "chat" });
  for (const ask of [space.on.askTransfer, space.on.askReplies]) {
    ask();
    space.go({ ...space.place, step: "customer" });
    assert.equal(space.dialog.chat, "a", "the same chat is open");
    space.go({ chat: "b", step: "chat" });
    assert.equal(space.dialog, null);
    space.go({ chat: "a", step: "chat" });
  }
  assert.deepEqual(closed, ["transfer-dialog", "replies-dialog"]);
  space.on.choose("paused");
  space.go({ chat: "b", step: "chat" });
  assert.equal(space.dialog.name, "chats-pause");
});

test("a second press while a chat is being closed changes nothing", async () => {
  answers.set("/chats/a/close", []);
  const space = await aSpace();
  let outcome;
  space.outcomes.save = () => (outcome ??= Promise.resolve());
  space.go({ chat: "a", step: "chat" });
  const expected = [];
  space.departures = { expect: (call) => expected.push(call), forget: () => expected.pop() };
  space.on.closeChat();
  space.on.closeChat();
  await settled();
  assert.deepEqual([asked.filter((path) => path.endsWith("/close")).length, expected], [1, ["a.1", "a.1"]]);
});

test("the note of a transfer that could not be saved is there when one asks again", async () => {
  answers.set("/chats/a/notes", []);
  const space = await aSpace();
  space.go({ chat: "a", step: "chat" });
  await settled();
  space.on.askTransfer();
  assert.equal(space.dialog.note, "");
  const form = new Map(Object.entries({ note: "Wants a call", to: "to_queue x", does: "transfer" }));
  globalThis.FormData = class {
    get = (name) => form.get(name);
  };
  const asking = space.on.transfer({ preventDefault: () => {}, currentTarget: null, submitter: null });
  while (answers.get("/chats/a/notes").length) await release("/chats/a/notes", NO_ANSWER);
  await settled();
  while (answers.get("/chats/a/notes").length) await release("/chats/a/notes", { ...OK, body: { items: [] } });
  await asking;
  space.on.askTransfer();
  assert.equal(space.dialog.note, "Wants a call");
  form.set("note", "");
  space.departures = { expect: () => {}, look: async () => null };
  await space.on.transfer({ preventDefault: () => {}, currentTarget: null, submitter: null });
  assert.equal(space.drafts.of("a", "transfer"), "", "of a transfer without it nothing is left");
});
