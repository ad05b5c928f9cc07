// How an open page notices that the site has become another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { watchBuild } from "../../../static/dashboard/overview/newer.js";

/** Asks as often as there are answers; resolves to how often something newer was found. */
async function found(...answers) {
  let times = 0;
  const asked = [];
  let end;
  await new Promise((done) => {
    const look = async () => {
      asked.push(asked.length);
      if (asked.length === answers.length) setTimeout(done, 5);
      return answers[asked.length - 1] ?? null;
    };
    end = watchBuild("one", () => { times += 1; setTimeout(done, 20); }, { look, every: 1 });
  });
  end();
  return { times, asked: asked.length };
}

test("another build is noticed once, and then nobody asks any more", async () => {
  assert.deepEqual(await found({ build: "one" }, { build: "two" }, { build: "two" }, { build: "three" }), { times: 1, asked: 2 });
});

test("a server that cannot answer, or answers something else, is no newer one", async () => {
  assert.equal((await found(null, {}, { build: "one" })).times, 0);
});
