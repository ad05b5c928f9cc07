// Notices on a device: complete and in order, dismissed once, sent once.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Notices } from "../../../static/parts/staff-notices/notices.js";
import { settled, Storage } from "../conversation/server.js";

const notice = (number) => ({ number, sender: "user:mara", body: `notice ${number}`, at: "2026-11-23T10:00:00Z" });
const heard = (number) => ({ type: "notice", client_id: "x", prev: 0, stamp: number, ...notice(number) });
const numbers = () => notices.items.map(({ number }) => number);
let log, cursor, api, notices, asked;

beforeEach(() => {
  [log, cursor, asked] = [[], 0, []];
  api = {
    get: async (path) => {
      const query = new URL(path, "http://server").searchParams;
      const after = Math.max(Number(query.get("after")), cursor);
      asked.push(after);
      const items = log.filter(({ number }) => number > after).slice(0, Number(query.get("limit")));
      return { ok: true, body: { items, read_number: cursor } };
    },
    post: async (path, body) => {
      if (path === "/notices/read") cursor = Math.max(cursor, body.number);
      else asked.push(body.client_id);
      return { ok: api.works, body: {}, message: "" };
    },
    works: true,
  };
  notices = new Notices({ api, changed: () => {}, storage: new Storage() });
});

test("those behind a gap, and of more pages than one, are read", async () => {
  log = Array.from({ length: 52 }, (_, at) => notice(at + 1));
  await notices.read();
  assert.deepEqual([numbers().length, asked], [52, [0, 50]]);
  notices.told(heard(53));
  notices.told(heard(53));
  assert.equal(numbers().at(-1), 53);
  log.push(notice(53), notice(54), notice(55));
  notices.told(heard(55));
  await settled();
  assert.deepEqual(numbers().slice(-3), [53, 54, 55]);
  assert.equal(new Set(numbers()).size, 55);
});

test("dismissed ones come back neither here nor in another tab; those that came meanwhile stay", async () => {
  log = [notice(1), notice(2)];
  notices.told({ type: "listed" });
  await settled();
  const dismissing = notices.acknowledge();
  notices.told(heard(3));
  await dismissing;
  assert.deepEqual([numbers(), cursor], [[3], 2]);
  log.push(notice(3));
  cursor = 3;
  await notices.read();
  assert.deepEqual(numbers(), []);
});

test("a notice whose answer was lost is sent again under the same id, another one under its own", async () => {
  api.works = false;
  assert.equal(await notices.send("at six"), false);
  assert.match(notices.problem, /Send it again/);
  api.works = true;
  assert.equal(await notices.send("at six"), true);
  await notices.send("at seven");
  assert.equal(asked[0], asked[1]);
  assert.notEqual(asked[1], asked[2]);
});

test("notices that could not be read are read some time later", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { get } = api;
  api.get = async () => ({ ok: false, status: 503, body: {} });
  log = [notice(1)];
  await notices.read();
  api.get = get;
  context.mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(numbers(), [1]);
});
