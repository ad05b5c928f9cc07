import assert from "node:assert/strict";
import { test } from "node:test";

import { queuesSaid } from "../../../static/pages/queue-count.js";

test("an agent waits in a queue for each language and topic, and more than fit are named before saving", () => {
  assert.equal(queuesSaid(3, 1, 46).text, "These skills make 3 of at most 46 queues.");
  assert.deepEqual(queuesSaid(8, 6, 46), { text: "These skills make 48 queues: choose fewer, at most 46 are possible.", isTooMany: true });
});
