// The joined table of queues: who waits, who fits, and in which order the rows stand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextSort, queueRows, sortedKeys, sortFromUrl, sortToUrl } from "../../../static/dashboard/overview/queue-rows.js";
import { aState, anAgent } from "../boards.js";

const NOW = Date.parse("2026-11-21T12:01:00Z");

function aQueue(changes = {}) {
  return { depth: 0, version: 1, oldest: null, estimate: null, ...changes };
}

const CENTRE = aState({
  call_queues: {
    "W#Spanish#Any": aQueue({ depth: 2, version: 9, oldest: "2026-11-21T12:00:30Z", estimate: 35 }),
    "W#Spanish#F": aQueue({ oldest: "2026-11-21T11:00:00Z" }),
  },
  agent_queues: {
    "Q#Spanish#F": aQueue({ depth: 3, version: 12 }),
    "Q#Spanish#M": aQueue({ depth: 1, version: 4 }),
    "Q#English#F": aQueue({ depth: 3, version: 2 }),
  },
  recent: { "W#Spanish#Any": { offered: 5, answered: 4, abandoned: 1, service_level: 0.9 } },
  figures: {
    "W#Spanish#Any": {
      offered: 10, answered: 8, abandoned: 1, service_level: 0.7, service_level_target: 0.8, target_seconds: 20,
      asa_target_seconds: 30, abandonment_target: 0.05, waiting_target: 0, red_beyond: 2,
    },
  },
});

function rowOf(key, state, agents = {}) {
  return queueRows(state, agents, NOW).find((row) => row.key === key);
}

test("a row joins the callers, the agent queues that serve them, the last minutes and the day", () => {
  const row = rowOf("W#Spanish#Any", CENTRE);

  assert.deepEqual([row.depth, row.version, row.wait, row.estimate], [2, 9, 30_000, 35]);
  assert.deepEqual(row.agentQueues.map(({ key, depth, version }) => [key, depth, version]), [["Q#Spanish#F", 3, 12], ["Q#Spanish#M", 1, 4]]);
  assert.deepEqual([row.answered, row.abandoned, row.serviceLevel, row.target], [4, 1, 0.9, 20_000]);
  assert.deepEqual(row.today, { offered: 10, serviceLevel: 0.7 });
  assert.deepEqual(rowOf("W#Spanish#F", CENTRE).agentQueues.map(({ key }) => key), ["Q#Spanish#F"]);
});

test("a queue outside its opening hours is closed, with no wait to expect; others are open", () => {
  const closed = aQueue({ depth: 1, estimate: 35, open: false, opens_at: "2026-11-22T08:00:00Z" });
  const state = aState({ ...CENTRE, call_queues: { "W#Spanish#Any": closed, "W#Spanish#F": aQueue({ estimate: 3, open: true }) } });
  const { isClosed, opensAt, estimate } = rowOf("W#Spanish#Any", state);

  assert.deepEqual([isClosed, opensAt, estimate], [true, "2026-11-22T08:00:00Z", NaN]);
  assert.equal(rowOf("W#Spanish#F", state).isClosed, false);
  assert.equal(rowOf("W#Spanish#Any", CENTRE).isClosed, false);
});

test("where nobody waits, the wait to expect is none while an agent is free, and unknown while none is", () => {
  const state = aState({ ...CENTRE, call_queues: { "W#Spanish#F": aQueue({ estimate: 0 }) } });

  assert.equal(rowOf("W#Spanish#F", state).estimate, NaN);
  const free = { a: anAgent({ gender: "F", languages: ["Spanish"], status: "queued" }) };
  assert.equal(rowOf("W#Spanish#F", state, free).estimate, 0);
});

test("a target of no waiting callers is no target", () => {
  assert.equal(rowOf("W#Spanish#Any", CENTRE).waitingTarget, NaN);
});

test("an empty queue has no longest wait, and figures that are not counted yet are not zero", () => {
  const row = rowOf("W#Spanish#F", CENTRE);

  assert.equal(row.wait, NaN);
  assert.equal(row.answered, undefined);
  assert.equal(row.serviceLevel, NaN);
});

test("who fits speaks the language and has the gender; free is who waits for a call, present who is not offline", () => {
  const agents = {
    a: anAgent({ gender: "F", languages: ["English", "Spanish"] }),
    b: anAgent({ gender: "M", status: "attendingCall" }),
    c: anAgent({ gender: "F", status: "offline" }),
    d: anAgent({ gender: "F", languages: ["English"] }),
  };
  const fit = (key) => [rowOf(key, CENTRE, agents).free, rowOf(key, CENTRE, agents).signedIn];

  assert.deepEqual(fit("W#Spanish#Any"), [1, 2]);
  assert.deepEqual(fit("W#Spanish#F"), [1, 1]);
});

test("of those who fit it is known who is busy, offline, and paused after missed calls or by choice", () => {
  const agents = {
    a: anAgent({ status: "wrapUp" }),
    b: anAgent({ status: "available", until: "2026-11-21T12:02:00Z" }),
    c: anAgent({ status: "offline" }),
    d: anAgent({ status: "paused", choice: "paused", reason: "no answer", changed_by: "routing" }),
    e: anAgent({ status: "paused", choice: "paused", reason: "no answer", changed_by: "mara" }),
  };
  const { free, signedIn, busy, offline, missed, chose } = rowOf("W#Spanish#F", CENTRE, agents);

  assert.deepEqual({ free, signedIn, busy, offline, missed, chose }, { free: 0, signedIn: 4, busy: 2, offline: 1, missed: ["d"], chose: ["e"] });
});

test("where topics are routed by, an agent of two topics counts once for callers on any", () => {
  const state = aState({
    call_queues: { "W#Spanish#Any#Any": aQueue(), "W#Spanish#F#Order": aQueue(), "W#Spanish#M#Order": aQueue() },
    agent_queues: { "Q#Spanish#F#Order": aQueue(), "Q#Spanish#F#Bill": aQueue(), "Q#Spanish#M#Order": aQueue() },
  });
  const agents = { a: anAgent({ topics: ["Bill", "Order"] }) };
  const rows = queueRows(state, agents, NOW);

  assert.deepEqual(rows.map(({ free }) => free), [1, 1, 0]);
  assert.deepEqual(rows.map(({ agentQueues }) => agentQueues.length), [3, 1, 1]);
});

test("rows stand as asked for; where nothing is known comes last, both ways, and equals in the alphabet", () => {
  const rows = [["b", 10], ["d", NaN], ["a", 10], ["c", 30]].map(([key, wait]) => ({ key, wait }));

  assert.deepEqual(sortedKeys(rows, { by: "longest", falling: true }), ["c", "a", "b", "d"]);
  assert.deepEqual(sortedKeys(rows, { by: "longest", falling: false }), ["a", "b", "c", "d"]);
  assert.deepEqual(sortedKeys(rows, { by: "queue", falling: false }), ["a", "b", "c", "d"]);
  assert.deepEqual(sortedKeys(rows, { by: "queue", falling: true }), ["d", "c", "b", "a"]);
});

test("the worst queue comes first: by its level, then by the longest wait, then in the alphabet", () => {
  const rows = [["a", NaN], ["b", 5], ["c", 90], ["d", 30], ["e", 40], ["f", NaN]].map(([key, wait]) => ({ key, wait }));
  const levels = { b: { wait: "good" }, c: { wait: "warn" }, d: { wait: "bad" }, e: { wait: "bad" }, f: { serviceLevel: "warn" } };

  assert.deepEqual(sortedKeys(rows, { by: "worst" }, levels), ["e", "d", "c", "f", "b", "a"]);
});

test("the order lives in the address and leaves the rest of it alone", () => {
  assert.deepEqual(sortFromUrl("?sort=-longest"), { by: "longest", falling: true });
  assert.deepEqual(sortFromUrl("?sort=-queue"), { by: "queue", falling: true });
  assert.deepEqual(sortFromUrl("?sort=queue"), { by: "queue", falling: false });
  for (const silent of ["", "?sort=nonsense"]) assert.deepEqual(sortFromUrl(silent), { by: "worst", falling: false });
  assert.equal(sortToUrl("?view=table", { by: "longest", falling: true }), "?view=table&sort=-longest");
  assert.equal(sortToUrl("?sort=-longest", { by: "queue", falling: false }), "?sort=queue");
  assert.equal(sortToUrl("?sort=-longest", nextSort({ by: "longest", falling: true }, "worst")), "");
});

test("the first click on a column shows its greatest number, the second turns it round", () => {
  const start = { by: "queue", falling: false };

  assert.deepEqual(nextSort(start, "waiting"), { by: "waiting", falling: true });
  assert.deepEqual(nextSort({ by: "waiting", falling: true }, "waiting"), { by: "waiting", falling: false });
  assert.deepEqual(nextSort({ by: "waiting", falling: true }, "queue"), start);
});
