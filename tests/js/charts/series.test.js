// The last hour as the chart, its table and the small lines show it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { heldMinutes, LastHour, minutesOf, plotColumns, sparkPath, sparks, tableFromUrl, tableToUrl } from "../../../static/charts/series.js";

const START = Date.parse("2026-11-21T20:00:00Z");

function aMinute(changes = {}) {
  return { waiting: 0, queued: 0, answered: 0, abandoned: 0, within_target: 0, service_level_of: 0, waited_seconds: 0, ...changes };
}

function minutes(...changes) {
  return changes.map((one, index) => ({ at: START + index * 60_000, ...aMinute(one) }));
}

test("minutes come in the order of time, whatever the order in which they were told", () => {
  const rows = { "2026-11-21T20:01Z": aMinute({ waiting: 2 }), "2026-11-21T19:59Z": aMinute(), "2026-11-21T20:00Z": aMinute() };
  const found = minutesOf(rows);

  assert.deepEqual(found.map(({ at }) => at - START), [-60_000, 0, 60_000]);
  assert.equal(found[2].waiting, 2);
});

test("a level and rates have plots of their own; of the minute that still runs only the level is known", () => {
  const { waiting, rates } = plotColumns(minutes({ waiting: 3, queued: 5, answered: 4, abandoned: 1 }, { waiting: 2, answered: 1 }));
  const seconds = [START / 1000, START / 1000 + 60];

  assert.deepEqual(waiting, [seconds, [3, 2]]);
  assert.deepEqual(rates, [seconds, [5, null], [4, null], [1, null]]);
});

test("shares beside the figures are taken over five minutes, and missing where there was nothing to share", () => {
  const { serviceLevel, asa } = sparks(
    minutes({}, { answered: 1, within_target: 1, service_level_of: 1, waited_seconds: 10 }, { answered: 1, service_level_of: 3, waited_seconds: 50 }, {}),
  );

  assert.deepEqual(serviceLevel, [null, 1, 0.25]);
  assert.deepEqual(asa, [null, 10, 30]);
});

test("the small lines show half an hour, the minute that runs only where it is known", () => {
  const hour = minutes(...Array.from({ length: 60 }, (_, index) => ({ waiting: index, abandoned: index, longest_seconds: index })));
  const { waiting, longest, abandoned } = sparks(hour);

  assert.deepEqual([waiting.length, waiting[0], waiting.at(-1)], [30, 30, 59]);
  assert.deepEqual([longest.length, longest[0], longest.at(-1)], [30, 29, 58]);
  assert.deepEqual([abandoned.length, abandoned[0], abandoned.at(-1)], [30, 29, 58]);
});

test("before anything was counted there is nothing to draw", () => {
  assert.deepEqual(minutesOf({}), []);
  assert.deepEqual(sparks([]), { waiting: [], longest: [], abandoned: [], serviceLevel: [], asa: [] });
});

test("a line rises to its top, is cut there, and breaks where nothing is known", () => {
  const box = { width: 40, height: 10, most: 4 };

  assert.equal(sparkPath([0, 2, 8], box), "M0 10L20 5L40 0");
  assert.equal(sparkPath([null, 4, null, 0, 0], box), "M10 0h0M30 10L40 10");
});

test("what was read of the minutes is read again only when they are others", () => {
  const rows = { "2026-11-21T20:00Z": aMinute() };
  const hour = new LastHour();
  const first = hour.read(rows);

  assert.equal(hour.read(rows), first);
  assert.notEqual(hour.read({ ...rows }), first);
});

test("the wish for a table lives in the address and leaves the rest of it alone", () => {
  assert.equal(tableToUrl("?sort=-longest", true), "?sort=-longest&minutes=table");
  assert.equal(tableFromUrl("?sort=-longest&minutes=table"), true);
  assert.equal(tableToUrl("?minutes=table", false), "");
  assert.equal(tableFromUrl("?minutes=chart"), false);
});

test("a table of minutes that is held gets no newer one", () => {
  const hour = minutes({}, {}, {});

  assert.deepEqual(heldMinutes(hour, START + 60_000, true).map(({ at }) => at), [START, START + 60_000]);
  assert.equal(heldMinutes(hour, START + 60_000, false).length, 3);
  assert.equal(heldMinutes(hour, null, true).length, 3, "nothing was listed before");
});
