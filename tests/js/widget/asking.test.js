// What the widget reads while it is on the screen: again after a failure; late answers change nothing.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { CardKinds } from "../../../static/widget/card-kinds.js";
import { formerChat } from "../../../static/widget/former-chat.js";
import { SceneInfo } from "../../../static/widget/scene-info.js";
import { WaitLine } from "../../../static/widget/wait-line.js";
import { NO_ANSWER, refused, settled } from "../conversation/server.js";

const ok = (body) => ({ ok: true, status: 200, body });
let asked;

function answering(...replies) {
  return { get: async (path) => asked.push(path) && replies.shift() };
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  asked = [];
});

test("of two conversations that wait, the place of the one on the screen is shown and asked for", async () => {
  const answers = [];
  const api = { get: (path) => asked.push(path) && new Promise((answer) => answers.push(answer)) };
  const wait = new WaitLine({ api, changed: () => {} });
  const thread = { last: 1, messages: [{ kind: "text", body: "x", state: { open: true } }] };
  wait.follow({ chat: "c1", thread });
  wait.follow({ chat: "c2", thread });
  answers[1](ok({ is_waiting: true, place: 2 }));
  await settled();
  answers[0](ok({ is_waiting: true, place: 9 }));
  await settled();
  assert.equal(wait.place.place, 2);
  mock.timers.tick(10_000);
  assert.deepEqual(asked, ["/chats/c1/place", "/chats/c2/place", "/chats/c2/place"]);
  answers[2](NO_ANSWER);
  await settled();
  assert.equal(wait.place.place, 2, "as far as it is known");
  wait.follow({ chat: "c3", thread });
  assert.equal(wait.place, null, "of another one it is not known");
});

test("kinds of cards are asked for until they are known, and then the cards are drawn", async () => {
  let drawn = 0;
  const kinds = new CardKinds({ api: answering(NO_ANSWER, ok({ items: [{ kind: "form", version: 1 }] })), changed: () => (drawn += 1) });
  kinds.find("form", 1);
  await settled();
  kinds.find("form", 1);
  assert.equal(asked.length, 1);
  mock.timers.tick(4_000);
  await settled();
  assert.deepEqual([drawn, kinds.find("form", 1).kind], [1, "form"]);
});

test("a scene is read again soon after a failure, else after some minutes", async () => {
  const scene = new SceneInfo({ api: answering(NO_ANSWER, ok({ title: "Help" }), ok({ title: "Closed" })), scene: "s 1", changed: () => scene.look(), clock: () => Date.now() });
  scene.look();
  await settled();
  assert.deepEqual(asked, ["/scenes/s%201"]);
  mock.timers.tick(4_000);
  await settled();
  scene.look();
  assert.deepEqual([scene.known.title, asked.length], ["Help", 2]);
  mock.timers.tick(300_000);
  scene.look();
  await settled();
  assert.equal(scene.known.title, "Closed");
});

test("a customer's former conversation is the newest of the scene, and unknown while it cannot be read", async () => {
  const rows = [{ chat: "c1" }, { chat: "c2" }, { chat: "c3" }];
  const found = (...replies) => formerChat({ api: answering(...replies), scene: "service", rows });
  assert.equal(await found(ok({ scene: "sales" }), refused(404), ok({ scene: "service" })), "c3");
  assert.equal(await found(ok({ scene: "sales" }), NO_ANSWER), null);
  assert.equal(await found(refused(403), refused(403), refused(403)), "");
});
