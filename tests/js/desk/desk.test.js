// What a desk makes of the board's rows: its stage, what it explains, and which news it tells.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrival, deskModel, happened, ringingOf, shareLeft, stageOf } from "../../../static/dashboard/desk/model.js";
import { aCall, anAgent, aState } from "../boards.js";

const NOON = "2026-11-21T12:00:00.000+00:00";
const SOON = "2026-11-21T12:00:20.000+00:00";
const config = {
  reasonHandedBack: "call handed back",
  sentences: { noAnswer: "nobody answered", handedBack: "taken back", rests: "rests", notQueued: "nowhere", missed: ["", "once", "twice"] },
};

function deskOf(agent, call) {
  return deskModel(aState({ agents: { ana: agent }, calls: call ? { c1: call } : {} }), "ana", config);
}

const ringing = anAgent({ status: "offered", call: "c1", since: NOON, until: SOON });
const talking = anAgent({ status: "attendingCall", call: "c1" });
const writing = anAgent({ status: "wrapUp", call: "c1" });
const waiting = anAgent();

test("each status has its stage, and a rest is no waiting", () => {
  assert.equal(stageOf(undefined), "gone");
  assert.equal(stageOf(ringing), "ringing");
  assert.equal(stageOf(anAgent({ status: "available", until: SOON })), "resting");
  assert.equal(stageOf(anAgent({ status: "available", until: null })), "unqueued");
  assert.equal(stageOf(anAgent({ status: "of a later version" })), "unknown");
});

test("a call may be acted upon once its row says the same as the agent's", () => {
  assert.equal(deskOf(ringing, aCall({ status: "offered", agent: "ana" })).ready, true);
  assert.equal(deskOf(ringing, aCall({ status: "offered", agent: "eva" })).ready, false);
  assert.equal(deskOf(ringing, aCall({ status: "queued" })).ready, false);
  assert.equal(deskOf(talking, aCall({ status: "offered", agent: "ana" })).ready, false);
  assert.equal(deskOf(talking, null).ready, false);
  assert.equal(deskOf(waiting, null).call, null);
});

test("a pause that nobody at the desk chose is explained, one's own is not", () => {
  const paused = (reason, by) => deskOf(anAgent({ status: "paused", reason, changed_by: by })).explanation;

  assert.equal(paused("no answer", "routing"), "nobody answered");
  assert.equal(paused("no answer", "olga"), "");
  assert.equal(paused("call handed back", "mara"), "taken back");
  assert.equal(paused("Lunch", "olga"), "");
  assert.equal(deskOf(anAgent({ status: "available", until: SOON })).explanation, "rests");
  assert.equal(deskOf(anAgent({ status: "available" })).explanation, "nowhere");
});

test("missed calls are told until the pause they lead to", () => {
  assert.equal(deskOf(anAgent({ missed: 2 })).missed, "twice");
  assert.equal(deskOf(anAgent({ missed: 9 })).missed, "");
  assert.equal(deskOf(anAgent({ missed: 1, status: "paused" })).missed, "");
});

test("a call comes once: when it rings, or runs without ringing", () => {
  assert.deepEqual(happened(undefined, ringing), { came: "c1", left: null });
  assert.deepEqual(happened(waiting, ringing), { came: "c1", left: null });
  assert.deepEqual(happened(waiting, talking), { came: "c1", left: null });
  assert.deepEqual(happened(ringing, { ...ringing, version: 2, choice: "paused" }), { came: null, left: null });
  assert.deepEqual(happened(ringing, talking), { came: null, left: null });
});

test("the same call may ring again, and another come at once", () => {
  const again = { ...ringing, since: SOON };
  const next = { ...ringing, call: "c2" };

  assert.equal(happened(ringing, again).came, "c1");
  assert.notEqual(ringingOf(again), ringingOf(ringing));
  assert.deepEqual(happened(ringing, next), { came: "c2", left: "c1" });
});

test("a call leaves when it neither rings nor runs here any more", () => {
  assert.deepEqual(happened(ringing, waiting), { came: null, left: "c1" });
  assert.deepEqual(happened(talking, writing), { came: null, left: "c1" });
  assert.deepEqual(happened(talking, undefined), { came: null, left: "c1" });
  assert.deepEqual(happened(writing, waiting), { came: null, left: null });
  assert.deepEqual(happened(waiting, waiting), { came: null, left: null });
});

test("who opens the desk during wrap-up, or missed the whole call, is told of it too", () => {
  assert.deepEqual(happened(undefined, writing), { came: null, left: "c1" });
  assert.deepEqual(happened(waiting, writing), { came: null, left: "c1" });
});

test("what is left of a span is a share of it, whatever the clocks say", () => {
  const at = (seconds) => Date.parse(NOON) + seconds * 1000;

  assert.equal(shareLeft(NOON, SOON, at(5)), 0.75);
  assert.equal(shareLeft(NOON, SOON, at(-5)), 1);
  assert.equal(shareLeft(NOON, SOON, at(25)), 0);
  assert.equal(shareLeft(NOON, null, at(5)), 0);
});

test("a new call is told in one sentence, with keys only where they work", () => {
  const call = aCall();
  const now = Date.parse(NOON);

  assert.equal(
    arrival(ringing, call, now, true),
    "Call from Leo Ruiz: Spanish, Order. 20 seconds to answer. Press A to accept, D to decline.",
  );
  assert.equal(arrival(ringing, null, now, false), "Call from a caller. 20 seconds to answer.");
  assert.equal(arrival(talking, call, now, true), "On the line: Leo Ruiz: Spanish, Order.");
});
