// How moments, durations and counts are written.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { callerName, clock, count, countdown, duration, estimate, hourAndMinute, percent, percentAsSet, plural, queueSkills, since, spokenDuration } from "../../../static/parts/format.js";

test("durations grow from seconds to hours without changing their shape", () => {
  assert.deepEqual(
    [0, 7_000, 59_999, 60_000, 761_000, 3_600_000, 3_731_000, 90_061_000].map(duration),
    ["0:00", "0:07", "0:59", "1:00", "12:41", "1:00:00", "1:02:11", "25:01:01"],
  );
});

test("a duration is never negative: two clocks may disagree a little", () => {
  assert.equal(duration(-400), "0:00");
});

test("what is not known is a dash", () => {
  assert.deepEqual([duration(NaN), count(undefined), percent(NaN), clock(null)], ["–", "–", "–", "–:–:–"]);
});

test("what is left is counted down to the end of its last second", () => {
  assert.deepEqual([20_000, 19_001, 1, 0].map(countdown), ["0:20", "0:20", "0:01", "0:00"]);
});

test("an estimate says that it is one", () => {
  assert.deepEqual([estimate(35), estimate(0), estimate(null), estimate(undefined)], ["~0:35", "~0:00", "–", "–"]);
});

test("counts have separators", () => {
  assert.deepEqual([count(0), count(1204), count(1234567)], ["0", "1,204", "1,234,567"]);
});

test("shares are rounded as Python does, never to all or nothing", () => {
  const cases = JSON.parse(readFileSync(new URL("../../shares.json", import.meta.url)));

  assert.deepEqual(cases.map(([share, digits]) => [share, digits, percent(share, digits)]), cases);
});

test("a share that somebody has set is not rounded", () => {
  assert.deepEqual([0.05, 0.995, 0.8, 1].map(percentAsSet), ["5 %", "99.5 %", "80 %", "100 %"]);
});

test("an age is the time since an ISO moment, whatever its zone", () => {
  const now = Date.parse("2026-11-21T12:00:10Z");

  assert.equal(since("2026-11-21T12:00:00.000+00:00", now), 10_000);
  assert.equal(since("2026-11-21T13:00:00+01:00", now), 10_000);
  assert.equal(Number.isNaN(since(null, now)), true);
});

test("a clock is written in the reader's time zone", () => {
  assert.equal(clock("2026-11-21T12:03:41Z", "Europe/Madrid"), "13:03:41");
});

test("sentences name units and know one from many", () => {
  assert.equal(plural(1, "call"), "1 call");
  assert.equal(plural(1200, "call"), "1,200 calls");
  assert.equal(spokenDuration(0), "0 seconds");
  assert.equal(spokenDuration(61_000), "1 minute 1 second");
  assert.equal(spokenDuration(3_731_000), "1 hour 2 minutes");
});

test("a queue key is read as its skills", () => {
  assert.deepEqual(queueSkills("Q#Spanish#M"), ["Spanish", "M"]);
  assert.deepEqual(queueSkills("W#Spanish#Any#Billing"), ["Spanish", "Any", "Billing"]);
});

test("a minute is told in the reader's time zone", () => {
  assert.equal(hourAndMinute(Date.parse("2026-11-21T20:23:00Z"), "Europe/Berlin"), "21:23");
});

test("a formatter is made once for each style and zone", () => {
  const { DateTimeFormat } = Intl;
  let made = 0;
  Intl.DateTimeFormat = class extends DateTimeFormat {
    constructor(...args) {
      super(...args);
      made += 1;
    }
  };
  const at = Date.UTC(2026, 10, 21, 12, 3, 41);
  const shown = [1, 2, 3].map(() => clock(new Date(at).toISOString(), "Asia/Tokyo"));
  hourAndMinute(at, "Asia/Tokyo");
  Intl.DateTimeFormat = DateTimeFormat;

  assert.deepEqual(shown, ["21:03:41", "21:03:41", "21:03:41"]);
  assert.equal(made, 2);
});

test("the customer of a chat has no raw id as a name on the board", () => {
  assert.equal(callerName({ caller: "contact:lI8IJRRXpN2pBUwD" }), "Customer …pBUwD");
  assert.equal(callerName({ caller: "contact:ada" }), "Customer ada");
  assert.deepEqual([callerName({ caller: "Ruperta Cano" }), callerName({ caller: "" }), callerName(undefined)], ["Ruperta Cano", "", ""]);
});
