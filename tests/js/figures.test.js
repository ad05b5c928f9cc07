// The headline numbers, their levels, and what the reader may believe.

import assert from "node:assert/strict";
import { test } from "node:test";

import { figures, level, levels, spoken } from "../../static/dashboard/figures.js";
import { freshness } from "../../static/dashboard/freshness.js";
import { aState, anAgent } from "./boards.js";

const NOW = Date.parse("2026-11-21T12:01:00Z");
const TODAY = {
  offered: 100, answered: 90, abandoned: 4, within_target: 82, service_level: 0.82,
  target_seconds: 20, formulas: { service_level: "answered ÷ offered" },
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

test("shares follow the formula: of the calls offered", () => {
  const shown = figures(aState({ totals: { today: TODAY } }), NOW);

  assert.equal(shown.serviceLevel, 0.82);
  assert.equal(shown.abandonment, 0.04);
  assert.equal(shown.target, 20_000);
});

test("without a call there is no share, and without totals no number", () => {
  const shown = figures(aState({ totals: { today: { ...TODAY, offered: 0, within_target: 0, service_level: null } } }), NOW);

  assert.equal(Number.isNaN(shown.serviceLevel), true);
  assert.equal(figures(aState(), NOW).offered, undefined);
});

test("each agent is in one group; available are those who wait for a call", () => {
  const statuses = ["queued", "queued", "available", "offered", "attendingCall", "wrapUp", "paused", "offline"];
  const agents = Object.fromEntries(statuses.map((status, index) => [index, anAgent({ status })]));
  const { total, groups } = figures(aState({ agents }), NOW).agents;

  assert.equal(total, 8);
  assert.deepEqual(groups.map((group) => group.amount), [3, 1, 1, 1, 1, 1]);
});

test("a figure worsens at its limit and recovers only a tenth below it", () => {
  const limits = { warn: 20, bad: 60 };

  assert.equal(level("good", 20, limits), "good");
  assert.equal(level("good", 21, limits), "warn");
  assert.equal(level("warn", 19, limits), "warn");
  assert.equal(level("warn", 18, limits), "good");
  assert.equal(level("warn", 61, limits), "bad");
  assert.equal(level("bad", 55, limits), "bad");
  assert.equal(level("bad", 53, limits), "warn");
});

test("a figure without a value or a target has no level", () => {
  assert.equal(level("good", NaN, { warn: 1, bad: 2 }), "none");
  assert.equal(level("good", 5, { warn: NaN, bad: NaN }), "none");
});

test("the service level is judged by what it misses", () => {
  const at = (serviceLevel) => levels({}, { longestWait: 0, target: 20_000, serviceLevel }, 0.8).serviceLevel;

  assert.deepEqual([at(0.81), at(0.79), at(0.55), at(NaN)], ["good", "warn", "bad", "none"]);
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
    "1 call waiting, the longest for 1 minute. 1 agent available, 1 on call, 0 paused.",
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
