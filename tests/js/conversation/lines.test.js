// Lines of a conversation: days, senders, what waits, what was recalled, cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../../../static/conversation/lines.js";

const isMine = (sender) => sender.startsWith("contact:");
const dayOf = (at) => at.slice(0, 10);

function message(number, more = {}) {
  const at = `2026-11-23T08:0${number}:00.000000Z`;
  return { number, client_id: `m${number}`, kind: "text", sender: "service", body: `text ${number}`, at, recalled: false, ...more };
}

const lines = (messages, waiting = []) => linesOf(messages, { waiting, isMine, dayOf });
const of = (found, type) => found.filter((line) => line.type === type);

test("a line for each day comes before its first message", () => {
  const found = lines([message(1), message(2), message(3, { at: "2026-11-24T00:00:00.000000Z" })]);
  assert.deepEqual(found.map(({ type }) => type), ["day", "message", "message", "day", "message"]);
});

test("the first message of a sender says so, and one after a pause", () => {
  const found = lines([message(1), message(2), message(3, { sender: "contact:a" }), message(4), message(5, { at: "2026-11-23T08:30:00.000000Z" })]);
  assert.deepEqual(of(found, "message").map(({ isFirst }) => isFirst), [true, false, true, true, true]);
});

test("what waits comes last, and keeps its key once it is stored", () => {
  const entry = { clientId: "w1", body: "hi", at: "2026-11-23T08:05:00Z", error: "" };
  const before = lines([message(1)], [entry]);
  const after = lines([message(1), message(2, { client_id: "w1", sender: "contact:a", body: "hi" })], [entry]);
  assert.deepEqual([before.at(-1).state, after.at(-1).state], ["waiting", "sent"]);
  assert.equal(before.at(-1).key, after.at(-1).key);
  assert.equal(before.length, after.length);
});

test("keys are unique, also of two senders with the same ids", () => {
  const found = lines([message(1, { client_id: "x" }), message(2, { client_id: "x", sender: "contact:a" }), message(3, { client_id: "x", sender: "program:p" })]);
  assert.equal(new Set(found.map(({ key }) => key)).size, found.length);
});

test("a refused message has its error", () => {
  const [, line] = lines([], [{ clientId: "w1", body: "hi", at: "2026-11-23T08:05:00Z", error: "body: too long" }]);
  assert.deepEqual([line.state, line.error], ["failed", "body: too long"]);
});

test("a recalled message stays as a placeholder without text or file, and its recall is no line", () => {
  const recalled = { recalled: true, body: "" };
  const found = of(lines([message(1, recalled), message(2, { ...recalled, kind: "attachment" }), message(3, { kind: "recall", body: "1" })]), "message");
  assert.deepEqual(found.map(({ recalled: is, body, file }) => [is, body, file]), [[true, "", null], [true, "", null]]);
});

test("a file has name, type and size", () => {
  const body = JSON.stringify({ file: "f", name: "car.png", type: "image/png", size: 12 });
  assert.equal(lines([message(1, { kind: "attachment", body })])[1].file.name, "car.png");
});

test("an event says what happened and who it is about", () => {
  const [, line] = lines([message(1, { kind: "event", body: "accepted agent:a1", sender: "routing" })]);
  assert.deepEqual([line.what, line.about], ["accepted", "agent:a1"]);
});

test("the steps of a card are one line at its latest step", () => {
  const card = (number, state) => message(number, { kind: "card", body: JSON.stringify({ card: "k1", kind: "visit", state, values: {} }) });
  const found = lines([card(1, "offered"), message(2), card(3, "done")]);
  assert.deepEqual(found.map(({ type }) => type), ["day", "message", "card"]);
  assert.equal(found.at(-1).state, "done");
});

test("unknown kinds and bodies that cannot be read break nothing", () => {
  const found = lines([message(1, { kind: "hologram" }), message(2, { kind: "attachment", body: "{" }), message(3, { kind: "card", body: "null" })]);
  assert.deepEqual(found.map(({ type }) => type), ["day", "other", "message", "card"]);
});
