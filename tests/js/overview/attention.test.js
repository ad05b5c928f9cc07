// Which agents a supervisor is pointed to.

import assert from "node:assert/strict";
import { test } from "node:test";

import { byAttention, needAttention } from "../../../static/dashboard/overview/attention.js";
import { anAgent } from "../boards.js";

const NOW = Date.parse("2026-11-21T12:01:00Z");
const at = (seconds) => new Date(NOW + seconds * 1000).toISOString();

test("who is stuck comes first, then who lets it ring past the half, then the longest in a status", () => {
  const agents = {
    talks: anAgent({ status: "attendingCall", since: at(-600), until: at(3000) }),
    rings: anAgent({ status: "offered", since: at(-5), until: at(15) }),
    lets: anAgent({ status: "offered", since: at(-15), until: at(5) }),
    stuck: anAgent({ status: "wrapUp", since: at(-40), until: at(-10) }),
    pauses: anAgent({ status: "paused", since: at(-3000) }),
  };

  assert.deepEqual(needAttention(agents, NOW), ["stuck", "lets", "pauses", "talks", "rings"]);
});

test("who waits for a call or has gone home is left alone", () => {
  const agents = { waits: anAgent({ status: "queued" }), gone: anAgent({ status: "offline" }) };

  assert.deepEqual(needAttention(agents, NOW), []);
});

test("a short list has the urgent first, then pauses, then the longest busy, then the free", () => {
  const agents = {
    free: anAgent({ status: "queued", since: at(-900) }),
    talks: anAgent({ status: "attendingCall", since: at(-600), until: at(3000) }),
    writes: anAgent({ status: "wrapUp", since: at(-700), until: at(10) }),
    pauses: anAgent({ status: "paused", since: at(-30) }),
    lets: anAgent({ status: "offered", since: at(-15), until: at(5) }),
    stuck: anAgent({ status: "wrapUp", since: at(-40), until: at(-10) }),
  };

  assert.deepEqual(byAttention(Object.keys(agents), agents, NOW), ["stuck", "lets", "pauses", "writes", "talks", "free"]);
  assert.deepEqual(byAttention(["free", "talks"], agents, NOW), ["talks", "free"]);
});
