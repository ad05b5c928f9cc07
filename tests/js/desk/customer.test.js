// The customer of a call at the desk: earlier calls are read once, their outcomes have labels.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Callers } from "../../../static/dashboard/desk/customer/callers.js";
import { outcomeLabel } from "../../../static/dashboard/desk/customer/earlier-lists.js";

test("the earlier calls of a caller are read once, and again some time after a failure", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const replies = [{ ok: false, body: {} }, { ok: true, body: { calls: [], conversations: [] } }];
  const asked = [];
  const api = { get: async (path) => asked.push(path) && replies.shift() };
  const callers = new Callers({ api, changed: () => {} });
  assert.equal(callers.of("c 1"), null);
  await new Promise(setImmediate);
  assert.equal(callers.of("c 1"), null);
  assert.deepEqual(asked, ["/calls/c%201/earlier"]);
  context.mock.timers.tick(5_000);
  callers.of("c 1");
  await new Promise(setImmediate);
  assert.deepEqual(callers.of("c 1"), { calls: [], conversations: [] });
  assert.equal(asked.length, 2);
});

test("an outcome is named by its label, as long as it is offered", () => {
  const groups = [{ code: "sales", label: "Sales", codes: { booked: "Visit booked" } }];
  assert.equal(outcomeLabel("sales.booked", groups), "Visit booked");
  assert.equal(outcomeLabel("sales.gone", groups), "sales.gone");
  assert.equal(outcomeLabel("", groups), "");
});
