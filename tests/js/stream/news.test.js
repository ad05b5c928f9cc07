// How old what is shown is, whatever this browser's own clock says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { News } from "../../../static/stream/news.js";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const OFF = 3_600_000; // this browser's clock is an hour ahead of the server's

function aPage() {
  let passed = 0;
  const news = new News(new Date(NOON).toISOString(), { local: () => NOON + OFF + passed, steady: () => passed });
  return { news, wait: (milliseconds) => (passed += milliseconds) };
}

const frame = (type, seconds) => ({ type, at: new Date(NOON + seconds * 1_000).toISOString() });

test("before the first news it has been silent for ever", () => {
  assert.equal(aPage().news.silence(), Infinity);
});

test("a snapshot just made is new", () => {
  const { news, wait } = aPage();
  wait(400);
  news.came(frame("snapshot", 0.4));

  assert.equal(news.silence(), 0);
  assert.equal(news.at, NOON + 400);
});

test("a snapshot kept while the table was away is as old as it is", () => {
  const { news, wait } = aPage();
  wait(500);
  news.came(frame("snapshot", -300));

  assert.equal(news.silence(), 300_500);
  assert.equal(news.at, NOON - 300_000);
  assert.equal(news.clock.now(), NOON + 500);
});

test("an old snapshot of another epoch is old too", () => {
  const { news, wait } = aPage();
  news.came(frame("snapshot", 0));
  wait(60_000);
  news.beginEpoch();
  news.came(frame("snapshot", 20));

  assert.equal(news.silence(), 40_000);
});

test("a heartbeat is new even where the clock of the feed is behind the page's", () => {
  const { news, wait } = aPage();
  wait(1_000);
  news.came(frame("heartbeat", -15));
  assert.equal(news.silence(), 0);
  wait(2_000);
  assert.equal(news.silence(), 2_000);
});
