// What is remembered of how the figures stood, and what is said when one becomes red.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Judge } from "../../../static/dashboard/overview/judge.js";
import { anAgent, aState } from "../boards.js";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const TARGETS = { waiting_target: 0, target_seconds: 20, service_level_target: 0.8, asa_target_seconds: 30, abandonment_target: 0.05, red_beyond: 2 };

function waitingSince(iso) {
  return aState({
    call_queues: { "W#Spanish#Any": { depth: iso ? 1 : 0, version: 1, oldest: iso, estimate: null } },
    figures: { "W#Spanish#Any": TARGETS },
    totals: { today: TARGETS },
  });
}

function aJudge() {
  const chimes = [];
  const judge = new Judge(() => chimes.push(judge.alarm));
  return { judge, chimes, at: (seconds) => judge.look(waitingSince("2026-11-21T12:00:00Z"), {}, NOON + seconds * 1000) };
}

test("a figure that becomes red is told once, while it stays red not again", () => {
  const { chimes, at } = aJudge();
  for (const seconds of [10, 30, 41, 42, 60]) at(seconds);

  assert.deepEqual(chimes, ["A caller has waited far too long."]);
});

test("what is red when the page opens is no change", () => {
  const { judge, chimes, at } = aJudge();
  at(60);

  assert.deepEqual(chimes, []);
  assert.equal(judge.levels.longestWait, "bad");
});

test("red again after it was well is told again", () => {
  const { judge, chimes, at } = aJudge();
  at(10);
  at(41);
  judge.look(waitingSince(null), {}, NOON);
  at(41);

  assert.equal(chimes.length, 2);
});

test("a look answers figures, levels and rows by the keys of their queues", () => {
  const { figures, levels, queueRows } = aJudge().at(30);

  assert.equal(figures.longestWait, 30_000);
  assert.equal(levels.queues["W#Spanish#Any"].wait, "warn");
  assert.equal(queueRows["W#Spanish#Any"].depth, 1);
});

test("a pause is orange beyond its limit and red far beyond it; nothing left of the day is judged as a minute", () => {
  const { judge, chimes } = aJudge();
  const paused = { ana: anAgent({ status: "paused", since: "2026-11-21T12:00:00Z", until: "2026-11-21T12:10:00Z" }) };
  const at = (minutes, agents = paused) => judge.look(waitingSince(null), agents, NOON + minutes * 60_000).levels.pauses;

  assert.deepEqual([at(9), at(11), at(21), at(22)], ["good", "warn", "bad", "bad"]);
  assert.deepEqual(chimes, ["An agent is paused far beyond the limit."]);
  assert.equal(at(30, { ben: { ...paused.ana, until: null } }), "none");
  assert.equal(at(1.5, { ana: { ...paused.ana, until: paused.ana.since } }), "warn");
});
