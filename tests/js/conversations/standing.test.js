// Where a conversation stands for a supervisor, and what can be done about it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { standingOf } from "../../../static/dashboard/conversations/watch/standing.js";

const rows = { "ana~chat": { name: "Ana Torres" }, "bea~chat": { name: "Bea Moss" } };
const known = { agents: { ana: { name: "Ana Torres" }, bea: { name: "Bea Moss" } } };
const now = Date.parse("2026-11-23T10:00:00Z");
const standing = (state, call = null, own = "bea") => standingOf({ state: { open: true, agent: "", ...state }, call, rows, known, own, now });

test("who serves a conversation is named, and whoever does not serve it may take it over", () => {
  assert.deepEqual(standing({ agent: "agent:ana" }), { words: "with Ana Torres", acts: ["takeOver", "transfer", "close"] });
  assert.deepEqual(standing({ agent: "agent:bea" }).acts, ["transfer", "close"]);
  assert.deepEqual(standing({ agent: "agent:ana" }, null, "").acts, ["transfer", "close"]);
  assert.equal(standing({ agent: "program:helper" }).words, "with robot helper");
});

test("a chat that waits or rings can be assigned, and says for whom it waits and for how long", () => {
  assert.deepEqual(standing({}, { status: "queued" }), { words: "waiting for an agent", acts: ["takeOver", "assign", "close"] });
  assert.equal(standing({}, { status: "offered", agent: "ana~chat" }).words, "rings at Ana Torres");
  const asks = { status: "queued", asks_for: "ana~chat", next: "step", due: "2026-11-23T10:00:25Z" };
  assert.equal(standing({}, asks).words, "waiting for Ana Torres only, 25 s");
  assert.equal(standing({}, { ...asks, next: "band" }).words, "waiting for Ana Torres only");
});

test("a chat that failed can only be closed, and nothing can be done about one that is closed", () => {
  assert.deepEqual(standing({}), { words: "waiting", acts: ["close"] });
  assert.deepEqual(standing({ open: false }), { words: "", acts: [] });
  assert.deepEqual(standingOf({ state: null, rows, known, now }), { words: "", acts: [] });
});
