// Numbers of agents, what they are held against, and how they were minute by minute.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AgentHour, agentFigures, agentsAt, agentSparks } from "../../../static/dashboard/overview/agent-figures.js";
import { figures } from "../../../static/dashboard/overview/figures.js";
import { levelOfLeast, levels, turnedRed } from "../../../static/dashboard/overview/levels.js";
import { aState, anAgent } from "../boards.js";

const NOW = Date.parse("2026-11-21T12:31:20Z");
const TARGETS = {
  least_available: 0.05, most_ringing: 0, most_on_call: 0.9, most_in_wrap_up: 0.4, most_paused: 0.2, most_offline: 0.5, red_beyond: 2,
};

function crew(amounts) {
  return Object.entries(amounts).flatMap(([status, amount]) => Array.from({ length: amount }, () => anAgent({ status })));
}

function group(rows, name, targets = TARGETS) {
  return agentFigures(rows, targets).groups.find((one) => one.name === name);
}

test("a target is a share of those signed in, the least rounded down and the most up", () => {
  const rows = crew({ queued: 20, available: 3, attendingCall: 20, paused: 8, offline: 49 });
  const { total, signedIn } = agentFigures(rows, TARGETS);

  assert.deepEqual([total, signedIn], [100, 51]);
  assert.deepEqual([group(rows, "available").amount, group(rows, "available").target], [23, 2]);
  assert.deepEqual([group(rows, "paused").target, group(rows, "paused").red], [11, 22]);
  assert.equal(group(rows, "offline").target, 50, "of all agents");
});

test("where no share is set, nobody is signed in, or the least is nobody, there is no target", () => {
  const none = (rows, name, targets) => assert.equal(Number.isNaN(group(rows, name, targets).target), true);
  none(crew({ queued: 50 }), "ringing");
  none(crew({ offline: 50 }), "paused");
  none(crew({ queued: 19 }), "available");
  none(crew({ queued: 50 }), "paused", {});
  assert.equal(agentFigures(crew({ queued: 50 }), undefined).groups.every(({ target }) => Number.isNaN(target)), true);
});

test("until a new feed has told the targets, nothing says that there are none", () => {
  assert.equal(figures(aState(), NOW).agents.isCounting, true);
  assert.equal(figures(aState({ totals: { today: { agent_targets: TARGETS } } }), NOW).agents.isCounting, false);
});

test("where twice the target is more than there are, red begins half-way to all", () => {
  assert.deepEqual([group(crew({ queued: 50 }), "on-call").target, group(crew({ queued: 50 }), "on-call").red], [45, 47.5]);
  const alone = group(crew({ attendingCall: 1 }), "on-call");
  assert.deepEqual([alone.target, alone.red], [1, 1], "one who is alone may be busy");
});

test("where fewer are worse a level is exact at its limit and leaves red a tenth above the red one", () => {
  const limits = { warn: 10, bad: 5 };
  const after = (...values) => values.reduce((before, value) => levelOfLeast(before, value, limits), undefined);

  assert.equal(after(10), "good");
  assert.equal(after(9), "warn");
  assert.equal(after(9, 10), "good");
  assert.equal(after(4), "bad");
  assert.equal(after(4, 5), "bad");
  assert.equal(after(4, 6), "warn");
  assert.equal(after(NaN), "none");
});

test("agents are judged like callers, and a change to red is told", () => {
  const at = (amounts, before = {}) => {
    const agents = Object.fromEntries(crew(amounts).map((row, index) => [index, row]));
    return levels(before, figures(aState({ agents, totals: { today: { agent_targets: TARGETS } } }), NOW), []);
  };
  const calm = at({ queued: 40, paused: 10 });
  const pauses = at({ queued: 39, paused: 11 }, calm);
  const empty = at({ queued: 0, paused: 21, attendingCall: 29 }, pauses);

  assert.deepEqual([calm.available, calm.paused, calm.ringing], ["good", "good", "none"]);
  assert.deepEqual([pauses.available, pauses.paused], ["good", "warn"]);
  assert.deepEqual([empty.available, empty.paused], ["bad", "bad"]);
  assert.deepEqual(turnedRed(pauses, empty), ["available", "paused"]);
});

test("the small lines have a place for each of the last minutes, and a gap where no feed ran", () => {
  const rows = { "2026-11-21T12:30Z": { queued: 2, available: 1 }, "2026-11-21T12:02Z": {}, "2026-11-21T12:01Z": { paused: 9 } };
  const { available, paused } = agentSparks(rows, NOW);

  assert.equal(available.length, 29);
  assert.deepEqual([available[0], available[1], available.at(-1)], [0, null, 3]);
  assert.equal(paused.includes(9), false, "older than half an hour");
  assert.deepEqual(agentsAt(rows, Date.parse("2026-11-21T12:01Z")).paused, 9);
  assert.equal(agentsAt(rows, Date.parse("2026-11-21T12:03Z")), null);
});

test("the lines are calculated again only for another minute or other rows", () => {
  const hour = new AgentHour();
  const rows = { "2026-11-21T12:30Z": { queued: 2 } };
  const first = hour.read(rows, NOW);

  assert.equal(hour.read(rows, NOW + 10_000), first);
  assert.notEqual(hour.read({ ...rows }, NOW), first);
  assert.equal(hour.read(rows, NOW + 60_000).available.at(-1), null);
});
