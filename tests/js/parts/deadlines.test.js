// What is due when, who is past it, and what comes next for a waiting call.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  agentDeadline, callDeadline, deadline, nextWord, priorityWord, STUCK_AFTER_MS,
} from "../../../static/parts/deadlines.js";
import { aCall, anAgent } from "../boards.js";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const at = (milliseconds) => new Date(NOW + milliseconds).toISOString();
const SOON = at(12_000);
const LONG_PAST = at(-STUCK_AFTER_MS - 1);

test("until its moment a deadline has time left, and none after it", () => {
  assert.deepEqual(deadline(SOON, NOW), { left: 12_000, stuck: false });
  assert.deepEqual(deadline(at(-1_000), NOW), { left: 0, stuck: false });
  assert.equal(deadline(null, NOW), null);
  assert.equal(deadline(undefined, NOW), null);
});

test("stuck is only what is later than a sweep that is on its way", () => {
  assert.equal(deadline(at(-STUCK_AFTER_MS), NOW).stuck, false);
  assert.equal(deadline(LONG_PAST, NOW).stuck, true);
});

test("ringing, wrap-up and rest of an agent are counted down, a talk is not", () => {
  const left = (status) => agentDeadline(anAgent({ status, until: SOON }), NOW)?.left;

  assert.deepEqual(["offered", "wrapUp", "available"].map(left), [12_000, 12_000, 12_000]);
  assert.equal(left("attendingCall"), undefined);
  assert.equal(agentDeadline(anAgent(), NOW), null);
});

test("an agent past its deadline is stuck, in a talk that lasts too long as well", () => {
  for (const status of ["offered", "attendingCall", "wrapUp", "available"]) {
    assert.equal(agentDeadline(anAgent({ status, until: LONG_PAST }), NOW).stuck, true, status);
  }
});

test("a call is counted down while it rings or waits, and stuck when nothing happened", () => {
  const due = (status, moment) => callDeadline(aCall({ status, due: moment }), NOW);

  assert.equal(due("offered", SOON).left, 12_000);
  assert.equal(due("queued", SOON).left, 12_000);
  assert.equal(due("inProgress", SOON), null);
  assert.equal(due("inProgress", LONG_PAST).stuck, true);
  assert.equal(due("queued", null), null);
});

test("a waiting call says what comes next, any other nothing", () => {
  const word = (changes) => nextWord(aCall({ band: 5, ...changes }));

  assert.deepEqual(["band", "step", "overflow", ""].map((next) => word({ next })), [
    "priority 4", "next step", "overflow", "",
  ]);
  assert.equal(word({ next: "band", status: "offered" }), "");
});

test("a priority is told where it is not the usual one, and how far waiting has promoted it", () => {
  const word = (priority, band = priority) => priorityWord(aCall({ priority, band }), 5);

  assert.deepEqual([word(5), word(2), word(8)], ["", "P2", ""]);
  assert.deepEqual([word(5, 3), word(9, 8)], ["P5 → 3", "P9 → 8"]);
});

test("a pause is counted down to the limit of its reason, and is over it afterwards, not stuck", () => {
  const agent = { status: "paused", until: "2026-11-21T12:05:00.000Z" };
  assert.deepEqual(agentDeadline(agent, Date.parse("2026-11-21T12:04:00Z")), { left: 60_000, stuck: false, over: false, late: -60_000 });
  assert.deepEqual(agentDeadline(agent, Date.parse("2026-11-21T12:30:00Z")), { left: 0, stuck: false, over: true, late: 1_500_000 });
  assert.equal(agentDeadline({ ...agent, until: null }, 0), null);
});
