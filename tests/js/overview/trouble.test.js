// What the line on top says is wrong, what comes first, and whom the button makes available.

import assert from "node:assert/strict";
import { test } from "node:test";

import { levels } from "../../../static/dashboard/overview/levels.js";
import { figures } from "../../../static/dashboard/overview/figures.js";
import { queueRows } from "../../../static/dashboard/overview/queue-rows.js";
import { MakeAvailable } from "../../../static/dashboard/overview/trouble/make-available.js";
import { keepsCallersWaiting, steady, troubles } from "../../../static/dashboard/overview/trouble/troubles.js";
import { calmSentence, sentence, spokenSentence } from "../../../static/dashboard/overview/trouble/words.js";
import { aState, anAgent } from "../boards.js";

const NOW = Date.parse("2026-11-21T12:10:00Z");
const TARGETS = { waiting_target: 10, target_seconds: 20, service_level_target: 0.8, asa_target_seconds: 30, abandonment_target: 0.05, red_beyond: 2 };
const MISSED = { status: "paused", choice: "paused", reason: "no answer", changed_by: "routing" };
const LUNCH = { status: "paused", choice: "paused", reason: "Lunch", changed_by: "mara" };

/** Queues as {key: [depth, seconds waited]}; agents as {id: changes}. */
function centre(queues, agents = {}, totals = {}) {
  const waits = Object.entries(queues).map(([key, [depth, seconds]]) => [
    key, { depth, version: 1, oldest: new Date(NOW - seconds * 1000).toISOString(), estimate: null },
  ]);
  return aState({
    call_queues: Object.fromEntries(waits),
    figures: Object.fromEntries(waits.map(([key]) => [key, TARGETS])),
    agents: Object.fromEntries(Object.entries(agents).map(([id, changes]) => [id, anAgent({ languages: ["French"], ...changes })])),
    totals: { today: TARGETS, ...totals },
  });
}

function found(state) {
  const rows = queueRows(state, state.agents, NOW);
  const byKey = Object.fromEntries(rows.map((row) => [row.key, row]));
  return troubles(state, byKey, levels({}, figures(state, NOW), rows));
}

/** The sentence of the first, as the page shows it. */
function said(...of) {
  return spokenSentence(found(centre(...of)), "UTC");
}

const WOMEN = "W#French#F";

test("callers for whom nobody is signed in are in trouble at once", () => {
  const away = { a: { status: "offline" }, b: { status: "offline" }, man: { gender: "M" } };

  assert.equal(said({ [WOMEN]: [1, 2] }, away), "French · F: 1 waiting since 12:09, no agent signed in. 2 agents offline.");
  assert.equal(said({ [WOMEN]: [1, 2] }, { man: { gender: "M" } }), "French · F: 1 waiting since 12:09, no agent signed in. No agent has these skills.");
});

test("where all who fit are paused it says after what, and names them for the button", () => {
  const [missed] = found(centre({ [WOMEN]: [5, 10] }, { a: MISSED, b: MISSED, c: LUNCH }));
  const [chose] = found(centre({ [WOMEN]: [5, 10] }, { c: LUNCH }));

  assert.deepEqual([missed.kind, missed.level, missed.ids], ["paused", "bad", ["a", "b"]]);
  assert.deepEqual(sentence(missed, "UTC"), {
    where: "French · F", what: "5 waiting since 12:09, nobody free.", who: "2 agents paused after missed calls, 1 by choice.",
  });
  assert.deepEqual([chose.kind, chose.ids, sentence(chose, "UTC").who], ["paused", ["c"], "1 agent paused by choice."]);
});

test("while somebody is busy it is trouble only beyond the target", () => {
  const crew = { a: { status: "attendingCall" }, b: { status: "wrapUp" }, c: MISSED };

  assert.deepEqual(found(centre({ [WOMEN]: [3, 20] }, crew)), []);
  assert.equal(said({ [WOMEN]: [3, 60] }, crew), "French · F: 3 waiting since 12:09, nobody free, 2 busy. 1 agent paused after missed calls.");
  assert.equal(found(centre({ [WOMEN]: [3, 30] }, crew))[0].level, "warn");
});

test("callers who wait beyond the target though somebody is free are told of as well", () => {
  assert.deepEqual(found(centre({ [WOMEN]: [1, 5] }, { a: {} })), []);
  const [free] = found(centre({ [WOMEN]: [1, 90] }, { a: {}, b: MISSED }));
  assert.equal(sentence(free, "UTC").what, "1 waiting since 12:08, though 1 matching agent is free.");
  assert.deepEqual([sentence(free, "UTC").who, free.ids], ["", []], "more agents would not help");
});

test("an empty queue without agents is no trouble", () => {
  assert.deepEqual(found(centre({ [WOMEN]: [0, 0] })), []);
});

test("failed calls come last and do not keep callers waiting; a missing dispatcher comes first and does", () => {
  const failed = found(centre({}, {}, { dead_letters: { count: 1, more: false } }));
  assert.equal(spokenSentence(failed, "UTC"), "1 failed call needs a decision.");
  assert.equal(keepsCallersWaiting(failed), false);

  const totals = { dead_letters: { count: 100, more: true }, dispatcher: { leads: false } };
  const all = found(centre({ [WOMEN]: [1, 2] }, {}, totals));
  assert.deepEqual(all.map(({ kind }) => kind), ["undispatched", "nobody", "failed"]);
  assert.equal(keepsCallersWaiting(all), true);
  assert.match(spokenSentence(all, "UTC"), /^No dispatcher is running: .* And 2 more\.$/);
});

test("of several queues the worst comes first: by level, then by the longest wait", () => {
  const crew = { a: { status: "attendingCall", gender: "M" }, b: { ...MISSED, gender: "F" }, c: { ...LUNCH, gender: "T" } };
  const state = centre({ "W#French#M": [1, 30], "W#French#F": [1, 3], "W#French#T": [4, 9] }, crew);

  assert.deepEqual(found(state).map(({ key }) => key), ["W#French#T", "W#French#F", "W#French#M"]);
  assert.deepEqual(found(state).map(({ level }) => level), ["bad", "bad", "warn"]);
});

test("what is on top stays until it is over or something worse comes; under the mouse in any case", () => {
  const [late, later, worse] = [["a", "warn"], ["b", "warn"], ["c", "bad"]].map(([key, level]) => ({ kind: "busy", key, level }));
  const keys = (...of) => steady(...of).map(({ key }) => key);

  assert.deepEqual(keys([later, late], late, false), ["a", "b"]);
  assert.deepEqual(keys([worse, later, late], late, false), ["c", "b", "a"]);
  assert.deepEqual(keys([worse, later, late], late, true), ["a", "c", "b"]);
  assert.deepEqual(keys([later], late, true), ["b"]);
  assert.deepEqual(keys([later, late], null, true), ["b", "a"]);
});

function aPage(agents) {
  const page = { agents, sent: [] };
  page.commands = { pending: new Map(), replies: new Map(), notice: null, draw: () => {}, signedOut: () => {} };
  page.curing = new MakeAvailable({
    commands: page.commands,
    agents: () => page.agents,
    config: { csrfToken: "token", mostAtOnce: 2, buttons: [{ name: "ready", word: "Available", isChoice: true, only: null, at: ["trouble"] }] },
    send: async (url, fields) => {
      page.sent.push([url, ...fields.map((pair) => pair.join("="))]);
      return { ok: true, status: 200, message: "", body: { done: [{ id: "a", row: anAgent({ version: 8 }) }], refused: [], left: [] } };
    },
  });
  return page;
}

test("the button asks first, then sends exactly those who were named, at the versions they had then", async () => {
  const page = aPage({ a: anAgent({ ...MISSED, version: 7 }), b: anAgent({ ...MISSED, version: 3 }), c: anAgent(MISSED) });
  page.curing.ask({ skills: ["French", "F"], depth: 5, ids: ["gone", "a", "b", "c"] });
  assert.deepEqual(page.curing.asking.rows.map(({ id }) => id), ["a", "b"], "no more than may be sent at once");
  assert.deepEqual(page.sent, []);
  page.agents = { ...page.agents, b: anAgent({ ...LUNCH, version: 4 }) };
  await page.curing.confirm();

  assert.deepEqual(page.sent, [["/agents/bulk/", "csrfmiddlewaretoken=token", "action=ready", "reason=", "agent=7:a", "agent=3:b"]]);
  assert.equal(page.commands.notice.text, "Available: 1 done.");
  assert.equal(page.curing.asking, null);
});

test("who closes the question has changed nothing", () => {
  const page = aPage({ a: anAgent(MISSED) });
  page.curing.ask({ skills: ["French"], depth: 1, ids: ["a"] });
  page.curing.close();

  assert.deepEqual([page.curing.asking, page.sent], [null, []]);
});

test("where nothing is wrong yet, many callers are no comfort", () => {
  const said = (waiting, level, longestWait = "good") => calmSentence({ call: { figures: { waiting, queuesInUse: 2 }, levels: { waiting: level, longestWait } }, chat: null });

  assert.equal(said(0, "good"), "No callers waiting");
  assert.equal(said(3, "good"), "3 callers waiting in 2 queues, within the target");
  assert.equal(said(3, "good", "warn"), "3 callers waiting in 2 queues");
  assert.equal(said(61, "warn"), "61 callers waiting in 2 queues");
  assert.equal(said(61, "bad"), "61 callers waiting in 2 queues");
});
