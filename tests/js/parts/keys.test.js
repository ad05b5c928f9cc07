// Single keys never act while somebody types, even when the field goes away in the middle of a text.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { onSingleKey } from "../../../static/parts/keys.js";

const body = { matches: () => false };
let heard, pressed, clock;

function aField(what = "textarea") {
  return { isConnected: true, matches: (selector) => selector.includes(what) };
}

/** Answers whether the browser's own action was prevented. */
function press(key, target = body, later = 100) {
  let isPrevented = false;
  clock += later;
  heard.keydown({ key, target, timeStamp: clock, preventDefault: () => (isPrevented = true) });
  return isPrevented;
}

beforeEach(() => {
  [heard, pressed, clock] = [{}, [], 0];
  globalThis.document = { addEventListener: (name, hear) => (heard[name] = hear), querySelector: () => null };
  onSingleKey(() => true, ({ key }) => () => pressed.push(key));
});

test("the rest of a text whose field has gone does nothing, and a key after a pause acts", () => {
  const field = aField();
  press("t", field);
  field.isConnected = false;
  assert.equal(press("a"), true);
  assert.equal(press(" ", { matches: () => false }), true, "on a button that has the focus now");
  assert.equal(press("d", body, 1_400), true);
  assert.deepEqual(pressed, []);
  press("d", body, 1_600);
  assert.deepEqual(pressed, ["d"]);
});

test("keys act at once after the field was left or its text was finished", () => {
  const field = aField();
  press("t", field);
  press("j");
  field.isConnected = false;
  press("k");
  const search = aField("input");
  press("x", search);
  press("Enter", search);
  search.isConnected = false;
  press("n");
  const other = aField();
  press("t", other);
  heard.pointerdown({});
  other.isConnected = false;
  press("f");
  assert.deepEqual(pressed, ["j", "k", "n", "f"]);
});

test("what is typed in a field is left to it", () => {
  assert.equal(press("t", aField()), false);
  assert.deepEqual(pressed, []);
});
