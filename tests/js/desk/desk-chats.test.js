// Commands on the agent's chats: none is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DeskChats } from "../../../static/dashboard/desk/chats/desk-chats.js";

test("of two numbers of chats, the second chosen while the first is on its way, the second counts", async () => {
  let slots = 3;
  const sent = [];
  const api = {
    get: async () => ({ ok: true, body: { slots, held: [] } }),
    post: async (_path, body) => {
      await Promise.resolve();
      sent.push(body.slots);
      slots = body.slots;
      return { ok: true };
    },
  };
  const chats = new DeskChats({ api, changed: () => {} });

  const first = chats.setSlots(1);
  const second = chats.setSlots(2);
  await Promise.all([first, second]);

  assert.deepEqual(sent, [1, 2]);
  assert.equal(chats.desk.slots, 2);
});
