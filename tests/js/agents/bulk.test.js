// Many agents at once: who is selected, what is sent for them, what is said of it, and how it is taken back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { byFormerChoice, isNewer, noteFor, outcomeText, versionToSend } from "../../../static/dashboard/agents/actions.js";
import { Bulk } from "../../../static/dashboard/agents/bulk.js";
import { Selection } from "../../../static/dashboard/agents/selection.js";
import { appliesTo } from "../../../static/parts/operations.js";
import { anAgent } from "../boards.js";

// As the server hands them to the page, which tests/integration/dashboard/test_ways_in.py holds.
const ACTIONS = {
  paused: { name: "paused", word: "Pause", isChoice: true, only: null },
  ready: { name: "ready", word: "Available", isChoice: true, only: null },
  offline: { name: "offline", word: "Offline", isChoice: true, only: null },
  "end-wrap-up": { name: "end-wrap-up", word: "End wrap-up", isChoice: false, only: ["wrapUp"] },
  release: { name: "release", word: "Release", isChoice: false, only: ["attendingCall", "offered", "wrapUp"], endsRest: true },
};

const SHOWN = ["a", "b", "c", "d", "e"];
const agentsNamed = (ids, changes = {}) => Object.fromEntries(ids.map((id) => [id, anAgent({ name: id.toUpperCase(), ...changes })]));

/** A page with these agents, all of them selected, and a server that answers what `answers` say in turn. */
function aPage(agents, answers, config = {}) {
  const page = { agents, sent: [], now: 0, signedOut: 0 };
  page.commands = { pending: new Map(), replies: new Map(), notice: null, draw: () => {}, signedOut: () => (page.signedOut += 1) };
  page.selection = new Selection();
  page.selection.all(Object.keys(agents), agents, "t");
  page.bulk = new Bulk({
    commands: page.commands,
    selection: page.selection,
    agents: () => page.agents,
    config: { csrfToken: "token", mostAtOnce: 500, buttons: Object.values(ACTIONS), ...config },
    clock: () => page.now,
    send: async (url, fields) => {
      page.sent.push(fields.filter(([name]) => name !== "csrfmiddlewaretoken").map((pair) => pair.join("=")));
      return { ok: true, status: 200, message: "", ...answers[page.sent.length - 1] };
    },
  });
  return page;
}

const did = (rows, refused = []) => ({
  body: { done: Object.entries(rows).map(([id, row]) => ({ id, row })), refused, left: [] },
});

test("a range goes from the last one toggled to this one, as shown, and all become as this one", () => {
  const selection = new Selection();
  const agents = agentsNamed(SHOWN);
  selection.toggle("b", agents);
  selection.extend("d", SHOWN, agents);
  assert.deepEqual(selection.ids(), ["b", "c", "d"]);

  selection.extend("c", SHOWN, agents);
  assert.deepEqual(selection.ids(), ["b"]);
  assert.equal(selection.among(SHOWN), "some");
});

test("a range without a beginning is one agent", () => {
  const selection = new Selection();
  selection.extend("d", SHOWN, agentsNamed(SHOWN));

  assert.deepEqual(selection.ids(), ["d"]);
});

test("all that fit are those of this moment, not those who fit later", () => {
  const selection = new Selection();
  selection.all(["a", "b"], agentsNamed(SHOWN), "12:00");

  assert.equal(selection.at, "12:00");
  assert.equal(selection.among(["a", "b"]), "all");
  assert.equal(selection.among(SHOWN), "some");
  selection.none();
  assert.equal(selection.among(SHOWN), "none");
  assert.equal(selection.at, null);
});

test("an agent stays selected as it was seen, until its reader is told of the newer one", () => {
  const selection = new Selection();
  selection.toggle("a", { a: anAgent({ version: 1 }) });
  selection.all(["a"], { a: anAgent({ version: 2 }) }, "t");
  assert.equal(selection.seen("a").version, 1);

  selection.see("a", anAgent({ version: 3 }));
  selection.see("b", anAgent());
  assert.equal(selection.seen("a").version, 3);
  assert.deepEqual(selection.ids(), ["a"]);
});

test("for a choice only another choice is news; for a release the status and the call are", () => {
  const seen = anAgent({ version: 4 });
  const moved = anAgent({ version: 6, status: "attendingCall", call: "c1" });
  const chosen = anAgent({ version: 5, choice: "paused", reason: "Lunch", status: "paused" });

  assert.equal(isNewer(ACTIONS.offline, seen, moved), false);
  assert.equal(isNewer(ACTIONS.offline, seen, chosen), true);
  assert.equal(isNewer(ACTIONS.release, seen, moved), true);
  assert.equal(isNewer(ACTIONS.release, moved, { ...moved, version: 9, choice: "offline" }), false);
  assert.equal(versionToSend(ACTIONS.offline, seen, moved), 6);
  assert.equal(versionToSend(ACTIONS.offline, seen, chosen), 4);
  assert.equal(versionToSend(ACTIONS.offline, seen, undefined), 4);
});

test("an action is only for those it means something for", () => {
  assert.equal(appliesTo(ACTIONS.paused, anAgent({ status: "offline" })), true);
  assert.equal(appliesTo(ACTIONS["end-wrap-up"], anAgent({ status: "attendingCall" })), false);
  assert.equal(appliesTo(ACTIONS.release, anAgent({ status: "available", until: "soon" })), true);
  assert.equal(appliesTo(ACTIONS.release, anAgent({ status: "available" })), false);
});

test("those done are let go of, those newer stay selected, and the sentence names them", async () => {
  const page = aPage(agentsNamed(["a", "b", "c"]), [
    did({ a: anAgent({ choice: "offline", version: 2 }), b: anAgent({ choice: "offline", version: 2 }) }, [
      { id: "c", why: "paused now", row: anAgent({ name: "Cleo", choice: "paused", status: "paused", version: 7 }) },
    ]),
  ]);
  await page.bulk.act("offline");

  assert.deepEqual(page.sent, [["action=offline", "reason=", "agent=1:a", "agent=1:b", "agent=1:c"]]);
  assert.deepEqual(page.selection.ids(), ["c"]);
  assert.equal(page.selection.seen("c").version, 7);
  assert.equal(page.commands.notice.text, "Offline: 2 done, 1 skipped: Cleo (paused now).");
  assert.equal(page.commands.replies.get("a").version, 2);
  assert.equal(page.commands.pending.size, 0);
});

test("who was only moved by routing is sent again at its new version", async () => {
  const page = aPage(agentsNamed(["a", "b"]), [
    did({ a: anAgent({ version: 2 }) }, [{ id: "b", why: "on a call now", row: anAgent({ status: "attendingCall", call: "c1", version: 5 }) }]),
    did({ b: anAgent({ status: "attendingCall", choice: "offline", version: 6 }) }),
  ]);
  await page.bulk.act("offline");

  assert.deepEqual(page.sent[1], ["action=offline", "reason=", "agent=5:b"]);
  assert.equal(page.commands.notice.text, "Offline: 2 done.");
});

test("who keeps moving is left alone after some attempts", async () => {
  const moving = (version) => did({}, [{ id: "a", why: "ringing now", row: anAgent({ status: "offered", version }) }]);
  const page = aPage(agentsNamed(["a"]), [2, 3, 4, 5, 6].map(moving));
  await page.bulk.act("offline");

  assert.equal(page.sent.length, 4);
  assert.deepEqual(page.selection.ids(), ["a"]);
});

test("a choice is taken back to what each had chosen before, at the versions of the reply", async () => {
  const agents = {
    a: anAgent({ choice: "paused", reason: "Lunch", status: "paused" }),
    b: anAgent(),
    c: anAgent({ choice: "offline", status: "offline" }),
  };
  const off = (version) => anAgent({ choice: "offline", status: "offline", version });
  const page = aPage(agents, [did({ a: off(2), b: off(3), c: off(1) }), did({ a: anAgent() }), did({ b: anAgent() })]);
  await page.bulk.act("offline");
  assert.equal(page.commands.notice.changes.length, 3);

  await page.bulk.undo();
  assert.deepEqual(page.sent.slice(1), [
    ["action=paused", "reason=Lunch", "agent=2:a"],
    ["action=ready", "reason=", "agent=3:b"],
  ]);
  assert.equal(page.commands.notice.text, "Undo: 2 done.");
  assert.deepEqual(page.commands.notice.changes, []);
});

test("where nothing changed there is nothing to take back", () => {
  const agent = anAgent({ choice: "paused", reason: "Lunch" });

  assert.deepEqual(byFormerChoice([{ id: "a", before: agent, after: agent }]), []);
});

test("a release is not taken back, and only those it is for are asked for", async () => {
  const agents = { a: anAgent({ status: "attendingCall", call: "c1" }), b: anAgent() };
  const page = aPage(agents, [did({ a: anAgent({ version: 2 }) })]);
  await page.bulk.act("release", "Stuck");

  assert.deepEqual(page.sent, [["action=release", "reason=Stuck", "agent=1:a"]]);
  assert.deepEqual(page.commands.notice.changes, []);
  assert.deepEqual(page.selection.ids(), ["b"]);
});

test("where the server fails on the way, those of whom nothing is known stay selected", async () => {
  const half = { ok: false, status: 503, message: "DynamoDB failed on the way.", body: { ...did({ a: anAgent({ version: 2 }) }).body, left: ["b"] } };
  const page = aPage(agentsNamed(["a", "b"]), [half]);
  await page.bulk.act("offline");

  assert.deepEqual(page.selection.ids(), ["b"]);
  assert.equal(page.commands.notice.text, "Offline: 1 done, 1 unknown. DynamoDB failed on the way.");
});

test("a command refused whole says that nothing was done, and why", async () => {
  const why = { ok: false, status: 403, message: "You may act for your own agent only.", body: {} };
  const page = aPage(agentsNamed(["a", "b"]), [why]);
  await page.bulk.act("offline");

  assert.equal(page.commands.notice.text, "Nothing was done: You may act for your own agent only.");
  assert.deepEqual(page.selection.ids(), ["a", "b"]);
});

test("a reply that never came leaves everything as it was, to be repeated", async () => {
  const page = aPage(agentsNamed(["a"]), [{ ok: false, status: 0, message: "The server could not be reached.", body: {} }]);
  await page.bulk.act("offline");

  assert.deepEqual(page.selection.ids(), ["a"]);
  assert.equal(page.commands.notice.text, "Offline: The server could not be reached.");
  assert.equal(page.commands.notice.tone, "orange");
  assert.equal(page.bulk.busy, "");
});

test("who is signed out is told so", async () => {
  const page = aPage(agentsNamed(["a"]), [{ ok: false, status: 401, message: "You are signed out.", body: {} }]);
  await page.bulk.act("offline");

  assert.equal(page.signedOut, 1);
});

test("more than may be at once are not sent at all", async () => {
  const page = aPage(agentsNamed(["a", "b", "c"]), [], { mostAtOnce: 2 });
  await page.bulk.act("offline");

  assert.deepEqual(page.sent, []);
});

test("who is gone is let go of and counted", async () => {
  const page = aPage(agentsNamed(["a"]), [did({}, [{ id: "a", why: "there is no such agent", row: null }])]);
  await page.bulk.act("offline");

  assert.equal(page.selection.size, 0);
  assert.equal(page.commands.notice.text, "Offline: 0 done, 1 agent gone.");
});

test("of many that were left alone the first are named", () => {
  const refused = new Map(SHOWN.map((id) => [id, { why: "paused now", row: anAgent({ name: id }) }]));

  assert.equal(
    outcomeText("Pause", { done: new Map(), refused, gone: [], left: [], trouble: "" }),
    "Pause: 0 done, 5 skipped: a (paused now); b (paused now); c (paused now); and 2 more.",
  );
});

test("before an action on many the number of agents with each effect is said", () => {
  const rows = ["attendingCall", "attendingCall", "offered", "wrapUp"].map((status) => anAgent({ status }));

  const effects = [
    { statuses: ["attendingCall"], one: "call ends", more: "calls end" },
    { statuses: ["offered"], one: "call returns", more: "calls return" },
    { statuses: ["wrapUp", "available"], one: "agent leaves wrap-up or rest", more: "agents leave wrap-up or rest" },
    { statuses: ["paused"], one: "pause ends", more: "pauses end" },
  ];

  assert.equal(
    noteFor({ asks: { effects, afterwards: "Agents return." } }, rows),
    "2 calls end; 1 call returns; 1 agent leaves wrap-up or rest. Agents return.",
  );
  assert.equal(noteFor({ asks: { effects: effects.slice(3), afterwards: "" } }, rows), "");
  assert.equal(noteFor({ asks: { effects: [], note: "The same for each." } }, rows), "The same for each.");
});
