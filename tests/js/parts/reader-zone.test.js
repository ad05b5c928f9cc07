// The reader's time zone, told to the server by a cookie.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tellZone } from "../../../static/parts/zones/reader-zone.js";

/** A page written for one zone, or with nothing that depends on it; a browser that keeps cookies, or not. */
function page({ written, keeps = true, cookie = "" }) {
  return {
    get cookie() { return cookie; },
    set cookie(text) { if (keeps) cookie = text.split(";")[0]; },
    querySelector: () => (written ? { dataset: { zone: written } } : null),
  };
}

test("a page written for another zone is loaded again, once", () => {
  const trail = page({ written: "UTC" });
  assert.equal(tellZone(trail, "Asia/Tokyo"), true);
  assert.equal(trail.cookie, "zone=Asia/Tokyo");
  assert.equal(tellZone(trail, "Asia/Tokyo"), false);
});

test("a page that fits already, or depends on no zone, stays", () => {
  assert.equal(tellZone(page({ written: "Asia/Tokyo" }), "Asia/Tokyo"), false);
  assert.equal(tellZone(page({}), "Asia/Tokyo"), false);
});

test("where no cookie is kept nothing is loaded again", () => {
  assert.equal(tellZone(page({ written: "UTC", keeps: false }), "Asia/Tokyo"), false);
});
