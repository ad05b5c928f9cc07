// A customer's token: kept while anonymous, renewed in time, exchanged when the host page names the customer.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { NeedsPageError, Session } from "../../../static/widget/session.js";
import { Storage } from "../conversation/server.js";

const HOUR = 3_600_000;
let storage;
let asked;
let refusals;
let notMerged;

const api = {
  async post(path, fields) {
    asked.push(fields);
    const code = refusals.shift();
    if (code) return { ok: false, status: code === "away" ? 0 : 401, code, message: "" };
    const party = fields.identity ? `contact:${fields.identity}` : `contact:${fields.token?.split(" ")[1] ?? "new"}`;
    return { ok: true, status: 201, code: "", body: { token: `t${asked.length} ${party.slice(8)}`, party, is_named: Boolean(fields.identity), not_merged: notMerged } };
  },
};

const session = () => new Session({ api, scene: "listing", storage });
const kept = () => JSON.parse(storage.getItem("callcenter:listing"));

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"] });
  storage = new Storage();
  asked = [];
  refusals = [];
  notMerged = "";
});

test("an anonymous customer comes back as the same one", async () => {
  const first = session();
  await first.token();
  first.chat = "c1";
  const second = session();
  assert.deepEqual([second.chat, second.party], ["c1", "contact:new"]);
  await second.token();
  assert.deepEqual(asked.at(-1), { scene: "listing", token: "t1 new" });
});

test("two tabs are the same customer with the same conversation", async () => {
  const [one, other] = [session(), session()];
  await one.token();
  await other.token();
  assert.deepEqual(asked.at(-1), { scene: "listing", token: "t1 new" });
  one.chat = "c1";
  assert.equal(other.chat, "c1");
});

test("requests at the same time share one token, which is renewed before it ends", async () => {
  const one = session();
  await Promise.all([one.token(), one.token()]);
  assert.equal(asked.length, 1);
  mock.timers.tick(HOUR);
  await one.token();
  assert.equal(asked.length, 2);
});

test("a token that counts no longer is dropped, and with it the conversation", async () => {
  const one = session();
  await one.token();
  one.chat = "c1";
  refusals = ["token_expired"];
  one.expire();
  await one.token();
  assert.deepEqual(asked.at(-1), { scene: "listing" });
  assert.equal(one.chat, "");
});

test("without a connection nothing is dropped", async () => {
  const one = session();
  await one.token();
  refusals = ["away"];
  one.expire();
  await assert.rejects(one.token());
  assert.equal(kept().token, "t1 new");
});

test("a named customer keeps the conversation, and nothing of it stays in the browser", async () => {
  const one = session();
  await one.token();
  one.chat = "c1";
  await one.identify("u17");
  await one.token();
  assert.deepEqual(asked.at(-1), { scene: "listing", identity: "u17", token: "t1 new" });
  assert.deepEqual([one.isNamed, one.chat, storage.length], [true, "c1", 0]);
});

test("a named customer who cannot be merged with the one so far begins a conversation", async () => {
  const one = session();
  await one.token();
  one.chat = "c1";
  notMerged = "too_many_aliases";
  await one.identify("u17");
  await one.token();
  assert.equal(one.chat, "");
});

test("a sign-out begins another customer", async () => {
  const one = session();
  await one.identify("u17");
  await one.token();
  one.chat = "c1";
  await one.identify(null);
  await one.token();
  assert.deepEqual([one.isNamed, one.chat, one.party], [false, "", "contact:new"]);
});

test("an identity that is refused waits for the page, and is not sent again", async () => {
  const one = session();
  refusals = ["identity_expired"];
  await one.identify("u17");
  await assert.rejects(one.token(), NeedsPageError);
  await assert.rejects(one.token(), NeedsPageError);
  assert.equal(asked.length, 1);
  await one.identify("u18");
  await one.token();
  assert.ok(one.isNamed);
});

test("a function is asked for a new identity each time", async () => {
  let count = 0;
  const one = session();
  await one.identify(async () => `u${(count += 1)}`);
  await one.token();
  mock.timers.tick(HOUR);
  await one.token();
  assert.deepEqual(asked.map(({ identity }) => identity), ["u1", "u2"]);
});
