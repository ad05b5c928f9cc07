// The agent's own canned replies: saved once, kept in the form when refused, removed at their version.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OwnReplies } from "../../../static/dashboard/desk/replies/own-replies.js";
import { ReplyPicker } from "../../../static/dashboard/desk/replies/reply-picker.js";

function begun(replies) {
  const asked = [];
  const answer = (method) => async (path, body) => {
    asked.push([method, path, body]);
    return method === "GET" ? { ok: true, body: { own: [], shared: [] } } : replies.shift();
  };
  const saves = [];
  const api = { get: answer("GET"), put: answer("PUT"), delete: answer("DELETE") };
  return { own: new OwnReplies({ api, changed: () => {}, saved: () => saves.push(1) }), asked, saves };
}

test("a new reply begins with the draft, and what was refused or got no answer is sent again under the same id", async () => {
  const { own, asked, saves } = begun([{ ok: false, message: "" }, { ok: false, message: "body: no" }, { ok: true }]);
  await own.open("Half a");
  assert.deepEqual([own.editing.body, own.editing.version, own.items], ["Half a", 0, []]);
  assert.equal(await own.save("Hi", "Hello {name}"), false);
  assert.match(own.error, /could not be reached/);
  await own.save("Hi", "Hello {name}");
  assert.equal(own.error, "body: no");
  assert.equal(own.editing.body, "Hello {name}");
  assert.equal(await own.save("Hi", "Hello {customer}"), true);
  const sent = asked.filter(([method]) => method === "PUT");
  assert.equal(new Set(sent.map(([, path]) => path)).size, 1);
  assert.deepEqual(sent.at(-1)[2], { title: "Hi", body: "Hello {customer}", version: 0 });
  assert.deepEqual([saves.length, own.editing.title], [1, ""]);
});

test("a reply is edited and removed at the version that was read", async () => {
  const { own, asked } = begun([{ ok: true }, { ok: true }]);
  await own.open();
  const reply = { reply_id: "r 1", title: "Hi", body: "Hello", version: 4 };
  own.edit(reply);
  await own.save("Hi", "Hello there");
  await own.remove({ ...reply, version: 5 });
  assert.deepEqual(asked.filter(([method]) => method !== "GET"), [
    ["PUT", "/replies/own/r%201", { title: "Hi", body: "Hello there", version: 4 }],
    ["DELETE", "/replies/own/r%201?version=5", undefined],
  ]);
});

test("what is typed while the replies are read counts, and they are read once", async () => {
  const asked = [];
  const reads = [];
  const api = { get: (path) => asked.push(path) && new Promise((answer) => reads.push(answer)) };
  const picker = new ReplyPicker({ api, changed: () => {} });
  const field = { value: "/", selectionStart: 1 };
  const looks = [picker.look(field, {})];
  Object.assign(field, { value: "/bye", selectionStart: 4 });
  looks.push(picker.look(field, {}));
  reads[0]({ ok: true, body: { own: [{ title: "Bye", body: "Goodbye" }], shared: [{ title: "Yes", body: "Yes" }] } });
  await Promise.all(looks);
  assert.deepEqual([asked, picker.open.found.map(({ title }) => title)], [["/replies"], ["Bye"]]);
});

test("the list of replies goes with its field", async () => {
  const api = { get: async () => ({ ok: true, body: { own: [{ title: "Bye", body: "Goodbye" }], shared: [] } }) };
  const picker = new ReplyPicker({ api, changed: () => {} });
  const field = { value: "/", selectionStart: 1, isConnected: true };
  await picker.look(field, {});
  assert.equal(picker.open.field, field);
  field.isConnected = false; // another chat is open, whose field has the same place
  assert.equal(picker.open, null);
  assert.equal(picker.key({ key: "Enter" }), false);
});
