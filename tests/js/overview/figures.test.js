// The headline numbers, their levels, and what the reader may believe.

import assert from "node:assert/strict";
import { test } from "node:test";

import { figures, spoken } from "../../../static/dashboard/overview/figures.js";
import { freshness } from "../../../static/stream/freshness.js";
import { allReached, level, levels, turnedRed, worstOf } from "../../../static/dashboard/overview/levels.js";
import { aState, anAgent } from "../boards.js";

const NOW = Date.parse("2026-11-21T12:01:00Z");
const TODAY = {
  offered: 100, answered: 90, abandoned: 4, within_target: 82, service_level: 0.82,
  abandonment: 0.04, asa_seconds: 12, formulas: { service_level: "answered ÷ offered" },
  waiting_target: 10, target_seconds: 20, service_level_target: 0.8, asa_target_seconds: 30, abandonment_target: 0.05,
  red_beyond: 2,
};

function aQueue(changes = {}) {
  return { depth: 0, version: 1, oldest: null, ...changes };
}

test("waiting and longest wait come from the queues, since the stream names only the first callers", () => {
  const shown = figures(
    aState({
      call_queues: {
        "W#Spanish#Any": aQueue({ depth: 900, oldest: "2026-11-21T12:00:30Z" }),
        "W#English#F": aQueue({ depth: 2, oldest: "2026-11-21T11:59:00Z" }),
        "W#English#M": aQueue(),
      },
    }),
    NOW,
  );

  assert.equal(shown.waiting, 902);
  assert.equal(shown.queuesInUse, 2);
  assert.equal(shown.longestWait, 120_000);
});

test("nobody waiting is a wait of nothing", () => {
  assert.equal(figures(aState(), NOW).longestWait, 0);
});

test("shares, means and targets are the server's, of the last minutes and of the day, durations in milliseconds", () => {
  const recent = { minutes: 30, service_level: 0.9, abandonment: null, asa_seconds: 3, answered: 4, overdue: 1 };
  const shown = figures(aState({ totals: { today: TODAY, recent } }), NOW);

  assert.deepEqual([shown.today.serviceLevel, shown.today.abandonment, shown.today.asa], [0.82, 0.04, 12_000]);
  assert.deepEqual([shown.recent.serviceLevel, shown.recent.abandonment, shown.recent.asa], [0.9, NaN, 3_000]);
  assert.deepEqual([shown.recent.minutes, shown.recent.answered, shown.recent.overdue], [30, 4, 1]);
  assert.deepEqual([shown.target, shown.serviceLevelTarget, shown.asaTarget], [20_000, 0.8, 30_000]);
});

test("the longest wait is held against the target of the queue in which it is", () => {
  const shown = figures(
    aState({
      totals: { today: TODAY },
      call_queues: { "W#Spanish#F": aQueue({ depth: 1, oldest: "2026-11-21T12:00:50Z" }) },
      figures: { "W#Spanish#F": { ...TODAY, target_seconds: 5 } },
    }),
    NOW,
  );

  assert.deepEqual([shown.longestWait, shown.longestKey, shown.longestTarget], [10_000, "W#Spanish#F", 5_000]);
  assert.equal(figures(aState({ totals: { today: TODAY } }), NOW).longestTarget, 20_000);
});

test("without a call there is no share, and without totals no number", () => {
  const shown = figures(aState({ totals: { today: { ...TODAY, offered: 0, within_target: 0, service_level: null } } }), NOW);

  assert.equal(Number.isNaN(shown.today.serviceLevel), true);
  assert.equal(figures(aState(), NOW).today.offered, undefined);
  assert.equal(Number.isNaN(figures(aState(), NOW).recent.serviceLevel), true);
});

test("each agent is in one group; available are those who wait for a call", () => {
  const statuses = ["queued", "queued", "available", "offered", "attendingCall", "wrapUp", "paused", "offline"];
  const agents = Object.fromEntries(statuses.map((status, index) => [index, anAgent({ status })]));
  const { total, groups } = figures(aState({ agents }), NOW).agents;

  assert.equal(total, 8);
  assert.deepEqual(groups.map((group) => group.amount), [3, 1, 1, 1, 1, 1]);
});

test("a figure is exact at its target, and leaves red only a tenth below where red begins", () => {
  const limits = { warn: 20, bad: 60 };

  assert.equal(level("good", 20, limits), "good");
  assert.equal(level("good", 21, limits), "warn");
  assert.equal(level("warn", 20, limits), "good");
  assert.equal(level("warn", 61, limits), "bad");
  assert.equal(level("bad", 55, limits), "bad");
  assert.equal(level("bad", 53, limits), "warn");
});

test("a figure without a value or a target has no level", () => {
  assert.equal(level("good", NaN, { warn: 1, bad: 2 }), "none");
  assert.equal(level("good", 5, { warn: NaN, bad: NaN }), "none");
});

const GOOD = { serviceLevel: 0.9, abandonment: 0.01, asa: 10 };
const SHOWN = { recent: GOOD, serviceLevelTarget: 0.8, abandonmentTarget: 0.05, asaTarget: 30, redBeyond: 2 };

function lately(changes) {
  return { ...SHOWN, recent: { ...GOOD, ...changes } };
}

function aRow(changes = {}) {
  return { key: "W", depth: 0, wait: NaN, waitingTarget: 10, target: 20_000, serviceLevel: NaN, serviceLevelTarget: 0.8, redBeyond: 2, ...changes };
}

test("the service level is judged by what it misses", () => {
  const at = (serviceLevel) => levels({}, lately({ serviceLevel }), []).serviceLevel;

  assert.deepEqual([at(0.81), at(0.79), at(0.55), at(NaN)], ["good", "warn", "bad", "none"]);
  assert.equal(at(0.8), "good", "what is shown as the target is on target");
  assert.equal(levels({ serviceLevel: "warn" }, lately({ serviceLevel: 0.8 }), []).serviceLevel, "good");
});

test("what many hang up and how long they wait have levels of their own", () => {
  const at = (changes) => levels({}, lately(changes), []);

  assert.equal(at({ abandonment: 0.05 }).abandonment, "good");
  assert.deepEqual([at({ abandonment: 0.06 }).abandonment, at({ abandonment: 0.11 }).abandonment], ["warn", "bad"]);
  assert.deepEqual([at({ asa: 31 }).asa, at({ asa: 61 }).asa], ["warn", "bad"]);
});

test("waiting callers are judged queue by queue, and the headline by the worst of them", () => {
  const rows = [aRow({ key: "a", depth: 3, wait: 15_000 }), aRow({ key: "b", depth: 12, wait: 50_000 }), aRow({ key: "c", target: NaN, waitingTarget: NaN })];
  const found = levels({}, SHOWN, rows);

  assert.deepEqual([found.waiting, found.longestWait], ["warn", "bad"]);
  assert.deepEqual([found.queues.a.wait, found.queues.b.wait, found.queues.c.wait], ["good", "bad", "none"]);
  assert.equal(levels({}, SHOWN, []).longestWait, "none");
});

test("a wait is judged by its whole seconds, as they are shown", () => {
  const at = (wait) => levels({}, SHOWN, [aRow({ depth: 1, wait })]).longestWait;

  assert.deepEqual([at(20_999), at(21_000)], ["good", "warn"]);
});

test("a queue stays red until its wait is a tenth below where red begins", () => {
  const before = levels({}, SHOWN, [aRow({ depth: 1, wait: 41_000 })]);

  assert.equal(levels(before, SHOWN, [aRow({ depth: 1, wait: 39_000 })]).longestWait, "bad");
  assert.equal(levels(before, SHOWN, [aRow({ depth: 1, wait: 36_000 })]).longestWait, "warn");
});

test("a tick is given only while no figure of callers misses its target", () => {
  const at = (changes, rows = []) => allReached(levels({}, lately(changes), rows));

  assert.equal(at({}), true);
  assert.equal(at({ serviceLevel: NaN, abandonment: NaN, asa: NaN }), true);
  assert.equal(at({ asa: 10, abandonment: 0.5 }), false, "quick for the few who stayed");
  assert.equal(at({}, [aRow({ depth: 70, wait: 5_000 })]), false);
});

test("the worst level of a queue is that of its worst figure", () => {
  assert.equal(worstOf({ waiting: "good", wait: "bad", serviceLevel: "warn" }), "bad");
  assert.equal(worstOf(undefined), "none");
});

test("a change to red is told once, and what was red when first seen is no change", () => {
  const at = (serviceLevel, asa) => ({ ...levels({}, lately({ serviceLevel, asa }), []) });

  assert.deepEqual(turnedRed(at(0.9, 10), at(0.1, 100)), ["serviceLevel", "asa"]);
  assert.deepEqual(turnedRed(at(0.1, 10), at(0.1, 10)), []);
  assert.deepEqual(turnedRed({}, at(0.1, 10)), []);
});

test("the spoken sentence says what the headline shows", () => {
  const shown = figures(
    aState({
      agents: { a: anAgent(), b: anAgent({ status: "attendingCall" }) },
      call_queues: { "W#Spanish#Any": aQueue({ depth: 1, oldest: "2026-11-21T12:00:00Z" }) },
    }),
    NOW,
  );

  assert.equal(
    spoken(shown),
    "1 call waiting, longest wait 1 minute. 1 agent available, 1 on call, 0 paused.",
  );
});

test("data is live while frames come, and stale after ten seconds without, whatever the line says", () => {
  const at = (changes) =>
    freshness({ phase: "live", paused: false, silence: 100, hasData: true, ...changes });

  assert.equal(at({}).name, "live");
  assert.equal(at({ phase: "reconnecting" }).name, "reconnecting");
  assert.equal(at({ phase: "reconnecting", silence: 10_001 }).name, "stale");
  assert.equal(at({ silence: 10_001 }).name, "stale");
  assert.equal(at({ paused: true, silence: 60_000 }).name, "paused");
  assert.equal(at({ paused: true, phase: "signed-out" }).name, "signed-out");
  assert.equal(at({ phase: "forbidden" }).name, "forbidden");
  assert.equal(at({ phase: "connecting", hasData: false, silence: Infinity }).name, "loading");
});

test("buttons rest where the data is not to be acted upon", () => {
  const canAct = (changes) =>
    freshness({ phase: "live", paused: false, silence: 0, hasData: true, ...changes }).canAct;

  assert.equal(canAct({}), true);
  assert.equal(canAct({ phase: "reconnecting" }), true);
  assert.equal(canAct({ silence: 11_000 }), false);
  assert.equal(canAct({ paused: true }), false);
  assert.equal(canAct({ phase: "signed-out" }), false);
});
