// The overview's filter of queues: what fits, and how the address has it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fittingQueues, queueTextFromUrl, queueTextToUrl } from "../../../static/dashboard/overview/queue-filter.js";

const ROWS = ["W#English#Any", "W#French#F", "W#French#M", "W#Spanish#F"].map((key) => ({ key, skills: key.split("#").slice(1) }));

function keys(text) {
  return fittingQueues(ROWS, text).map(({ key }) => key);
}

test("each word has to be in the skills, whatever its case", () => {
  assert.deepEqual(keys("fren"), ["W#French#F", "W#French#M"]);
  assert.deepEqual(keys("FRENCH m"), ["W#French#M"]);
  assert.deepEqual(keys("W#Spanish#F"), ["W#Spanish#F"]);
  assert.deepEqual(keys("german"), []);
  assert.equal(keys("  ").length, 4);
});

test("a single letter is a skill or the beginning of one, not a letter anywhere", () => {
  assert.deepEqual(keys("m"), ["W#French#M"]);
  assert.deepEqual(keys("fren f"), ["W#French#F"]);
  assert.deepEqual(keys("s"), ["W#Spanish#F"]);
});

test("names are found as well as codes", () => {
  const named = ROWS.map(({ key, skills }) => ({ key, skills: skills.map((one) => ({ F: "Female", M: "Male" })[one] ?? one) }));
  const found = (text) => fittingQueues(named, text).map(({ key }) => key);
  assert.deepEqual(found("fren f"), ["W#French#F"]);
  assert.deepEqual(found("female"), ["W#French#F", "W#Spanish#F"]);
});

test("the text lives in the address and leaves the rest of it alone", () => {
  assert.equal(queueTextToUrl("?sort=-longest", "fren m"), "?sort=-longest&q=fren+m");
  assert.equal(queueTextFromUrl("?sort=-longest&q=fren+m"), "fren m");
  assert.equal(queueTextToUrl("?q=fren", " "), "");
  assert.equal(queueTextFromUrl("?q=" + "x".repeat(100)).length, 60);
});
