// The link with which a page is loaded again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { banner } from "../../../static/parts/status-bar.js";

/** What a template says, with what is within it. */
const textOf = (found) => (found?.strings ? found.strings.map((part, at) => part + textOf(found.values[at])).join("") : String(found ?? ""));

test("who is signed out gets a link that loads the page, whatever is open in it", () => {
  globalThis.location = new URL("http://calls.example/desk/?single=1#chat=talk");
  assert.match(textOf(banner({ fresh: { name: "signed-out" } })), /href=http:\/\/calls.example\/desk\/\?single=1>Sign in again/);
});
