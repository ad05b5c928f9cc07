// The staffing page's address: what the form asks, without what need not be said.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf } from "../../../static/dashboard/staffing/staffing-address.js";

const USUAL = [["calls", "100"], ["interval", "30"], ["aht", "180"], ["patience", ""], ["target", "80"], ["within", "20"], ["intervals", ""]];

function changed(changes) {
  return USUAL.map(([name, value]) => [name, changes[name] ?? value]);
}

test("the usual question needs no words", () => {
  assert.equal(addressOf(USUAL), "");
});

test("what is other than usual is said", () => {
  assert.equal(addressOf(changed({ calls: " 250 ", patience: "90" })), "?calls=250&patience=90");
});

test("a field that usually says something and was emptied says so", () => {
  assert.equal(addressOf(changed({ target: "" })), "?target=");
});

test("beside another goal a target is said, and silence means none", () => {
  const goals = (target) => [...changed({ target }), ["max_asa", "15"]];

  assert.equal(addressOf(goals("80")), "?target=80&max_asa=15");
  assert.equal(addressOf(goals("")), "?max_asa=15");
  assert.equal(addressOf([...changed({}), ["max_asa", " "]]), "");
});

test("a list keeps its lines, without those that are empty at its end", () => {
  const address = addressOf(changed({ intervals: "08:00,10\r\n08:30,20\r\n\r\n" }));

  assert.equal(new URLSearchParams(address).get("intervals"), "08:00,10\n08:30,20");
});
