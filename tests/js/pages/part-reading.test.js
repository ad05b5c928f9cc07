// A part of a page is read within a time limit, so that a reading that hangs holds up no later one.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { readPart } from "../../../static/pages/part-reading.js";

const real = globalThis.fetch;
const hang = (_address, { signal }) => new Promise((_answer, fail) => signal.addEventListener("abort", () => fail(signal.reason)));

afterEach(() => {
  globalThis.fetch = real;
});

test("a reading that hangs ends as one without an answer, one that is no longer wanted says so", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.fetch = hang;
  const reading = readPart("/state.json");
  context.mock.timers.tick(20_000);
  assert.deepEqual(await reading, { status: 0, error: "The server is not responding." });
  const leaving = new AbortController();
  const left = readPart("/state.json", leaving.signal);
  leaving.abort();
  assert.deepEqual(await left, { left: true });
});

test("an answer has its fields, a refusal its status and reason", async () => {
  globalThis.fetch = async () => new Response(JSON.stringify({ html: "<p>" }));
  assert.deepEqual(await readPart("/state.json"), { html: "<p>" });
  globalThis.fetch = async () => new Response("{}", { status: 503 });
  assert.deepEqual(await readPart("/state.json"), { status: 503, error: "The server cannot answer right now." });
});
