// Commands on the agent's chats: none is lost, and none is over before its effect is known.

import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_ANSWER, refused, settled } from "../conversation/server.js";
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

test("a command answered while the chats are being read ends once they were read again", async () => {
  const held = [{ call_id: "c1", chat: "talk" }];
  const readings = [];
  const api = {
    get: () => new Promise((answer) => readings.push(answer)),
    post: async () => ({ ok: true }),
  };
  const chats = new DeskChats({ api, changed: () => {} });
  chats.follow(1);
  let isOver = false;
  const closing = chats.close("talk", 3).then(() => {
    isOver = true;
  });

  await settled();
  readings.shift()({ ok: true, body: { held } });
  await settled();
  assert.equal(isOver, false);
  readings.shift()({ ok: true, body: { held: [] } });
  await closing;

  assert.equal(chats.held.length, 0);
});

test("chats that could not be read are asked for again, seldom while the reader is signed out", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const replies = [NO_ANSWER, refused(401), { ok: true, body: { held: [] } }];
  const asked = [];
  const chats = new DeskChats({ api: { get: async (path) => (asked.push(path), replies.shift()) }, changed: () => {} });
  const after = async (pause) => {
    context.mock.timers.tick(pause);
    await settled();
    return asked.length;
  };
  chats.read();
  assert.equal(await after(0), 1);
  assert.equal(await after(2_000), 2);
  assert.equal(await after(20_000), 2, "signed out");
  assert.equal(await after(40_000), 3);
  assert.deepEqual([await after(120_000), chats.isOld], [3, false]);
});
