// One reading at a time: a reading that fails stops no later one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OneReading } from "../../../static/stream/one-reading.js";

test("a reading that throws is told, and the next one begins", async () => {
  let number = 0;
  const reading = new OneReading(async () => {
    number += 1;
    if (number === 1) throw new Error("not as expected");
  });

  await assert.rejects(reading.ask(), /not as expected/);
  await reading.ask();

  assert.equal(number, 2);
});
