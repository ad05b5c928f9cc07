// The place in line is asked for only while somebody may wait for an agent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isUnserved } from "../../../static/widget/wait-line.js";

const text = { kind: "text", body: "hello", state: { open: true } };
const event = (what, open = true) => ({ kind: "event", body: what, state: { open } });
const unserved = (...messages) => isUnserved({ messages });

test("an open conversation waits until somebody accepts it, and again after a transfer", () => {
  assert.ok(unserved(text));
  assert.ok(!unserved(text, event("accepted"), text));
  assert.ok(unserved(text, event("accepted"), event("transferred"), text));
  assert.ok(unserved(text, event("accepted"), event("handedBack")));
});

test("a closed conversation does not wait, and one that was opened again does", () => {
  assert.ok(!unserved(text, event("accepted"), event("closed", false)));
  assert.ok(unserved(text, event("accepted"), event("closed", false), text));
  assert.ok(!isUnserved(undefined));
});
