import assert from "node:assert/strict";
import { test } from "node:test";

import { genderName, languageName, skillWords, useNames } from "../../../static/parts/names/skill-names.js";

test("what has no name is shown as it is", () => {
  assert.deepEqual(skillWords("W#es#Any#Billing"), ["es", "Any", "Billing"]);
  assert.equal(languageName("es"), "es");
});

test("skills have their names, and a queue its own", () => {
  useNames({ languages: { es: "Spanish" }, genders: { F: "Women" }, queues: { "W#es#Any": "Spain" } });
  assert.deepEqual(skillWords("W.chat#es#F"), ["Spanish", "Women"]);
  assert.deepEqual(skillWords("W#es#Any"), ["Spain"]);
  assert.equal(genderName("M"), "M");
  useNames({});
});
