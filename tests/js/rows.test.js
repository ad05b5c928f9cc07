// Which rows a table shows, in which order, and when they may move.

import assert from "node:assert/strict";
import { test } from "node:test";

import { filterFromUrl, fittingAgents } from "../../static/parts/agent-filter.js";
import { ShownRows } from "../../static/parts/holding.js";
import { agentOrder, heldOrder, waitingOrder } from "../../static/parts/ordering.js";
import { agentStatus, hasCall, pendingChoice } from "../../static/parts/statuses.js";
import { teamToUrl } from "../../static/parts/teams.js";
import { aCall, anAgent } from "./boards.js";

test("agents stand in the alphabet, whatever their status", () => {
  const agents = {
    3: anAgent({ name: "Zoe" }),
    2: anAgent({ name: "Ana", status: "offline" }),
    1: anAgent({ name: "Ana" }),
    4: anAgent({ name: "Émile" }),
  };

  assert.deepEqual(agentOrder(agents), ["1", "2", "4", "3"]);
});

test("waiting calls stand as their queues serve them; those that ring or run are not among them", () => {
  const calls = {
    talking: aCall({ status: "inProgress", order: "0#1" }),
    ringing: aCall({ status: "offered" }),
    second: aCall({ order: "5#00000000000000000010" }),
    first: aCall({ order: "5#00000000000000000009" }),
    urgent: aCall({ order: "0#00000000000000000099" }),
  };

  assert.deepEqual(waitingOrder(calls), ["urgent", "first", "second"]);
});

test("while a table is held no row moves: the gone stay, newcomers wait at the end", () => {
  assert.deepEqual(heldOrder(["b", "c", "d"], ["a", "d", "c"], true), ["b", "c", "d", "a"]);
  assert.deepEqual(heldOrder(["b", "c", "d"], ["a", "d", "c"], false), ["a", "d", "c"]);
});

test("a held table does not grow without end", () => {
  assert.deepEqual(heldOrder(["a", "b"], ["c", "d"], true, 3), ["a", "b", "c"]);
  assert.deepEqual(heldOrder(["a", "b", "c", "d"], ["e"], true, 3), ["a", "b", "c", "d"]);
});

test("a held table remembers what a gone row looked like, and forgets it when let go", () => {
  const shown = new ShownRows();
  shown.arrange(["a", "b"], { a: aCall({ caller: "Leo" }), b: aCall() }, true);
  shown.arrange(["b"], { b: aCall() }, true);

  assert.deepEqual(shown.ids, ["a", "b"]);
  assert.equal(shown.rows.a.caller, "Leo");

  shown.arrange(["b"], { b: aCall() }, false);

  assert.deepEqual(shown.ids, ["b"]);
  assert.equal("a" in shown.rows, false);
});

test("every typed word must occur in name, language, status or reason", () => {
  const agents = {
    ana: anAgent(),
    bea: anAgent({ name: "Bea Ruiz", status: "paused", reason: "Lunch" }),
    carl: anAgent({ name: "Carl Ruiz", languages: ["German"] }),
  };
  const found = (text, status = "") => fittingAgents(agents, { text, status });

  assert.deepEqual(found(""), ["ana", "bea", "carl"]);
  assert.deepEqual(found("ruiz"), ["bea", "carl"]);
  assert.deepEqual(found("RUIZ span"), ["bea"]);
  assert.deepEqual(found("lunch"), ["bea"]);
  assert.deepEqual(found("on call"), []);
  assert.deepEqual(found("", "available"), ["ana", "carl"]);
  assert.deepEqual(found("german", "paused"), []);
});

test("the filter lives in the address; a status that nobody knows is none", () => {
  assert.deepEqual(filterFromUrl("?q=ana&status=on-call"), { text: "ana", status: "on-call", team: "" });
  assert.deepEqual(filterFromUrl("?status=nonsense"), { text: "", status: "", team: "" });
});

test("a team in the address leaves out the agents of others", () => {
  const agents = { a: anAgent({ team: "sales" }), b: anAgent({ team: "north" }), c: anAgent({}) };
  assert.deepEqual(fittingAgents(agents, filterFromUrl("?team=sales")), ["a"]);
  assert.deepEqual(fittingAgents(agents, filterFromUrl("")).length, 3);
  assert.equal(teamToUrl("?q=x&team=sales", ""), "?q=x");
});

test("a choice made during a call is told as what comes after it", () => {
  assert.equal(pendingChoice(anAgent({ status: "attendingCall", choice: "paused" })), "then paused");
  assert.equal(pendingChoice(anAgent({ status: "offered", choice: "offline" })), "then offline");
  assert.equal(pendingChoice(anAgent({ status: "wrapUp", choice: "paused" })), "then paused");
  assert.equal(pendingChoice(anAgent({ status: "attendingCall", choice: "ready" })), "");
  assert.equal(pendingChoice(anAgent({ status: "paused", choice: "paused" })), "");
});

test("who is available until a moment is resting", () => {
  assert.equal(agentStatus("available", "2026-11-21T12:00:10Z").word, "Resting");
  assert.equal(agentStatus("available", null).word, "Not queued");
  assert.equal(agentStatus("wrapUp", "2026-11-21T12:00:10Z").word, "Wrap-up");
});

test("a status that a later release has is unknown", () => {
  assert.equal(agentStatus("teleported").word, "Unknown");
});

test("a call is with an agent while it rings, runs or is written up", () => {
  const withCall = ["queued", "offered", "attendingCall", "wrapUp", "paused"].filter((status) => hasCall({ status }));

  assert.deepEqual(withCall, ["offered", "attendingCall", "wrapUp"]);
});
