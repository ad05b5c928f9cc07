// Moments in the reader's zone: the clock, and the day where it is another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { clock, zoneWord } from "../../../static/parts/format.js";
import { localMoment } from "../../../static/pages/moments.js";
import { nameZone, pageZone } from "../../../static/parts/zones/page-zone.js";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");

test("a moment of today is a clock in the reader's zone", () => {
  assert.equal(localMoment(Date.parse("2026-11-21T11:03:41.500Z"), NOON, "UTC"), "11:03:41");
  assert.equal(localMoment(Date.parse("2026-11-21T11:03:41.500Z"), NOON, "Europe/Berlin"), "12:03:41");
});

test("a moment of another day has that day, by the reader's own midnight", () => {
  const late = Date.parse("2026-11-20T23:30:00.000Z");
  assert.equal(localMoment(late, NOON, "UTC"), "20 Nov 23:30:00");
  assert.equal(localMoment(late, NOON, "Europe/Berlin"), "00:30:00");
});

test("a moment of another year has the year too", () => {
  assert.equal(localMoment(Date.parse("2025-11-20T12:00:00.000Z"), NOON, "UTC"), "20 Nov 2025 12:00:00");
});

test("opening hours are exact to the minute", () => {
  const midnight = Date.parse("2026-11-24T00:00:00.000Z");
  assert.equal(localMoment(midnight, NOON, "UTC", "minutes"), "24 Nov 00:00");
  assert.equal(localMoment(midnight, NOON, "Europe/Berlin", "minutes"), "24 Nov 01:00");
});

test("a page is in the zone that was chosen, else in the browser's, and names it", () => {
  const at = "2026-11-22T12:00:00Z";
  const places = [{ textContent: "UTC" }];
  globalThis.document = { documentElement: { dataset: { chosenZone: "Asia/Tokyo" } } };
  assert.equal(clock(at), "21:00:00");
  assert.equal(zoneWord(at), "GMT+9");
  nameZone({ querySelectorAll: () => places });
  assert.equal(places[0].textContent, "Asia/Tokyo");
  globalThis.document.documentElement.dataset = {};
  assert.equal(pageZone(), undefined);
  delete globalThis.document;
});
