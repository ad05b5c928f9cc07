import assert from "node:assert/strict";
import { test } from "node:test";

import { queuesSaid } from "../../../static/pages/queue-count.js";

test("an agent waits in a queue for each language and topic, and more than fit are named before saving", () => {
  assert.equal(queuesSaid(3, 1, 46).text, "These skills need 3 of at most 46 queues.");
  assert.deepEqual(queuesSaid(8, 6, 46), { text: "These skills need 48 queues, at most 46 are allowed: choose fewer.", isTooMany: true });
});
