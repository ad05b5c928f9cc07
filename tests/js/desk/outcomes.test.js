// Outcomes at a desk: saved while they are written, kept until they are; canned replies found and filled in.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Outcomes } from "../../../static/dashboard/desk/outcome/outcomes.js";
import { filled, matching, openPlaceholder, slashAt } from "../../../static/dashboard/desk/replies/canned.js";

/** A storage whose names are its own properties, as a browser's. */
class Kept {
  getItem(name) {
    return this[name] ?? null;
  }
  setItem(name, text) {
    this[name] = text;
  }
  removeItem(name) {
    delete this[name];
  }
}

/** Answers the next posts; the last answer is repeated. */
function serving(...answers) {
  const sent = [];
  return {
    sent,
    api: {
      post: async (path, body) => {
        sent.push([path, body]);
        const next = answers.length > 1 ? answers.shift() : answers[0];
        return next.ok ? { ...next, body: { call: { outcome: body.code ?? "", outcome_note: body.note ?? "", version: 7 } } } : next;
      },
      get: async () => ({ ok: true, body: { outcome: "sales.booked", outcome_note: "at ten" } }),
    },
  };
}

const OK = { ok: true, status: 200 };
const AWAY = { ok: false, status: 0, message: "" };
const OVER = { ok: false, status: 409, message: "wrap-up of this call is over" };

function outcomes(api, storage = new Kept()) {
  return new Outcomes({ api, storage, owner: "ana", groups: [], changed: () => {} });
}

test("a note is kept until it is saved, and saved with the code in order", async () => {
  const storage = new Kept();
  const { api, sent } = serving(OK);
  const desk = outcomes(api, storage);
  desk.note("c/1", "at ten");
  assert.deepEqual([desk.of("c/1").note, desk.of("c/1").state, Object.keys(storage).length], ["at ten", "saving", 1]);
  await desk.save("c/1");
  assert.deepEqual(sent, [["/calls/c%2F1/outcome", { note: "at ten" }]]);
  assert.deepEqual([desk.of("c/1").state, desk.versionOf("c/1"), Object.keys(storage).length], ["saved", 7, 0]);
});

test("nothing is called saved before something is written", () => {
  const desk = outcomes(serving(OK).api);
  desk.know("c1", { outcome: "", outcome_note: "" });
  assert.equal(desk.of("c1").state, "");
  desk.know("c1", { outcome: "sales.booked", outcome_note: "" });
  assert.equal(desk.of("c1").state, "saved");
});

test("what the server could not hear is sent by the next page", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const storage = new Kept();
  const first = outcomes(serving(AWAY).api, storage);
  first.choose("c1", "sales.booked");
  await first.save("c1");
  assert.equal(first.of("c1").state, "failed");
  first.note("c1", "x");

  const { api, sent } = serving(OK);
  outcomes(api, storage).resume();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(sent[0][1], { code: "sales.booked", note: "x" });
});

test("a note of an agent who is signed out is kept, and sent by the next page", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const storage = new Kept();
  const desk = outcomes(serving({ ok: false, status: 401, message: "sign in" }).api, storage);
  desk.note("c1", "at ten");
  await desk.save("c1");
  assert.deepEqual([desk.of("c1").state, Object.keys(storage).length], ["failed", 1]);
});

test("an outcome that could not be read is asked for again by itself", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const replies = [AWAY, { ok: true, body: { outcome: "sales.booked", outcome_note: "" } }];
  const desk = outcomes({ get: async () => replies.shift() });
  await desk.read("c1");
  context.mock.timers.tick(3_000);
  await new Promise(setImmediate);
  assert.equal(desk.of("c1").code, "sales.booked");
});

test("a note is saved while it is still being written", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { api, sent } = serving(OK);
  const desk = outcomes(api);
  for (const text of ["a", "ab", "abc", "abcd"]) {
    desk.note("c1", text);
    context.mock.timers.tick(600);
  }
  await new Promise(setImmediate);
  assert.deepEqual(sent.map(([, { note }]) => note), ["abcd"]);
  context.mock.timers.tick(10_000);
  assert.equal(sent.length, 1);
});

test("a refusal is told, and not tried again", async () => {
  const storage = new Kept();
  const told = [];
  const desk = new Outcomes({ api: serving(OVER).api, storage, owner: "ana", groups: [], changed: () => {}, refused: (...words) => told.push(words) });
  desk.choose("c1", "sales.booked");
  await desk.save("c1");
  assert.deepEqual(told.at(-1), ["c1", OVER.message]);
  assert.deepEqual([desk.of("c1").state, desk.of("c1").error, Object.keys(storage).length], ["failed", "wrap-up of this call is over", 0]);
});

test("an older answer never changes what is being written", async () => {
  const desk = outcomes(serving(OK).api);
  await desk.read("c1");
  assert.equal(desk.of("c1").note, "at ten");
  desk.note("c1", "at eleven");
  desk.know("c1", { outcome: "", outcome_note: "at ten" });
  assert.equal(desk.of("c1").note, "at eleven");
  await desk.save("c1");
});

test("a slash at the start of a word begins a search, one within a word does not", () => {
  assert.deepEqual(slashAt("/he", 3), { start: 0, query: "he" });
  assert.deepEqual(slashAt("Hi /", 4), { start: 3, query: "" });
  assert.deepEqual(slashAt("Hi /good day", 12), { start: 3, query: "good day" });
  for (const text of ["24/7", "and / or", "a//b", "/", "no"]) {
    const found = slashAt(text, text.length);
    assert.equal(found === null, text !== "/", text);
  }
});

test("replies are found by all words, in title or text, beginnings first", () => {
  const replies = [
    { title: "Say goodbye", body: "Have a good day" },
    { title: "Good morning", body: "Good morning {customer}" },
    { title: "Price", body: "fixed" },
  ];
  assert.deepEqual(matching(replies, "good").map(({ title }) => title), ["Good morning", "Say goodbye"]);
  assert.deepEqual(matching(replies, "day say").map(({ title }) => title), ["Say goodbye"]);
  assert.equal(matching(replies, "").length, 3);
});

test("placeholders are filled in, and what is unknown stays to be written over", () => {
  const text = filled("{customer}, {agent}: {context.car} {context.price} {other}", { agent: "Ana", context: { car: "Golf", price: 0 } });
  assert.equal(text, "{customer}, Ana: Golf 0 {other}");
  assert.deepEqual(openPlaceholder(text), { at: 0, text: "{customer}" });
  assert.equal(openPlaceholder("{other}"), null);
});

test("an outcome is asked for until it is chosen, where the queue requires one", () => {
  const desk = outcomes(serving(OK).api);
  desk.know("c1", { outcome: "", outcome_note: "", needs_outcome: true });
  assert.equal(desk.of("c1").isNeeded, true);
  desk.choose("c1", "sales.booked");
  assert.equal(desk.of("c1").isNeeded, false);
});
