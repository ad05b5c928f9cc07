// Commands are posted until the site answers, each time with the same key; readings are repeated too.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { Commands } from "../../../static/parts/commands.js";
import { post, read } from "../../../static/parts/http.js";

const real = globalThis.fetch;
const AT_ONCE = { pauses: [0, 0] };

/** Answers the next posts: a status with a body, or an error for a line that is down. */
function answering(...answers) {
  const keys = [];
  globalThis.fetch = async (_url, { headers, signal }) => {
    assert.ok(signal instanceof AbortSignal, "it has a time limit");
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

test("a reading without an answer is repeated, a refused one is not", async () => {
  const lost = answering(undefined, { status: 504 }, { status: 200, body: { text: "missed" } });
  assert.deepEqual(await read("/desk/ana/last/", AT_ONCE), { text: "missed" });
  assert.equal(lost.length, 3);
  const refused = answering({ status: 404 }, { status: 200 });
  assert.equal(await read("/desk/ana/last/", AT_ONCE), null);
  assert.equal(refused.length, 1);
});

test("what was read of the load before it was changed is not shown after that", async () => {
  const answers = [];
  globalThis.fetch = () => new Promise((answer) => answers.push((body) => answer(new Response(JSON.stringify(body)))));
  globalThis.FormData = class {
    *[Symbol.iterator]() {}
  };
  globalThis.document = { getElementById: () => ({ close: () => {} }) };
  const commands = new Commands({ draw: () => {} });
  const reading = commands.readLoad();
  commands.readLoad();
  const changing = commands.changeLoad({ preventDefault: () => {}, currentTarget: { getAttribute: () => "/load/start/" } });
  assert.equal(answers.length, 2, "one reading at a time");
  answers[1]({ running: true });
  await changing;
  answers[0]({ running: false });
  await reading;
  assert.deepEqual(commands.load, { running: true });
});
