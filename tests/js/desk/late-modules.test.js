// Modules that are loaded late: a failure is told, and does not last.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LateModules } from "../../../static/dashboard/desk/late-modules.js";
import { settled } from "../conversation/server.js";

test("a module that could not be loaded is named, and loaded some seconds later", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [Promise.reject(new Error("offline")), Promise.resolve("the chats")];
  let [asked, changes] = [0, 0];
  const late = new LateModules({ Chats: () => answers[(asked += 1) - 1] }, () => (changes += 1));

  assert.deepEqual([await late.get("Chats"), await late.get("Chats"), asked], [null, null, 1]);
  assert.deepEqual([[...late.missing], changes], [["Chats"], 1]);
  context.mock.timers.tick(10_000);
  const found = await Promise.all([late.get("Chats"), late.get("Chats")]);
  await settled();
  assert.deepEqual([found, asked], [["the chats", "the chats"], 2]);
  assert.deepEqual([late.missing.size, changes], [0, 2]);
});
