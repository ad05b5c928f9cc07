// Commands are posted until somebody hears them, each time with the same key.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { post } from "../../../static/parts/http.js";

const real = globalThis.fetch;
const AT_ONCE = { pauses: [0, 0] };

/** Answers the next posts: a status with a body, or an error for a line that is down. */
function answering(...answers) {
  const keys = [];
  globalThis.fetch = async (_url, { headers }) => {
    keys.push(headers["Idempotency-Key"]);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("the line is down");
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status });
  };
  return keys;
}

afterEach(() => {
  globalThis.fetch = real;
});

test("an answer that did not come is asked for again with the same key", async () => {
  const keys = answering(undefined, { status: 502 }, { status: 200, body: { agent: { id: "ana" } } });
  const answer = await post("/agents/ana/choice/", { choice: "ready" }, AT_ONCE);

  assert.deepEqual([answer.ok, answer.body.agent.id], [true, "ana"]);
  assert.deepEqual(new Set(keys).size, 1);
  assert.match(keys[0], /^[0-9a-f]{32}$/);
  assert.equal(keys.length, 3);
});

test("what the server itself refuses is not sent again", async () => {
  for (const status of [400, 403, 409, 422, 503]) {
    const keys = answering({ status, body: { error: "no" } }, { status: 200 });
    const answer = await post("/agents/ana/choice/", {}, AT_ONCE);

    assert.deepEqual([answer.status, answer.message, keys.length], [status, "no", 1]);
  }
});

test("where nobody ever answers it says so after the last try", async () => {
  const keys = answering();
  const answer = await post("/agents/ana/choice/", {}, AT_ONCE);

  assert.deepEqual([answer.ok, answer.status, keys.length], [false, 0, 3]);
  assert.match(answer.message, /could not be reached/);
});

test("two clicks are two commands", async () => {
  const keys = answering({ status: 200 }, { status: 200 });
  await post("/agents/ana/choice/", {}, AT_ONCE);
  await post("/agents/ana/choice/", {}, AT_ONCE);

  assert.notEqual(keys[0], keys[1]);
});
