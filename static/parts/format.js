// Formats of moments, durations and counts. Pure: the time is an argument, in milliseconds.

import { pageZone } from "./zones/page-zone.js";

const counts = new Intl.NumberFormat("en");
const STYLES = {
  clock: { timeStyle: "medium" },
  hourAndMinute: { timeStyle: "short" },
  day: { day: "numeric", month: "short", year: "numeric" },
  zone: { hour: "numeric", timeZoneName: "short" },
  full: { dateStyle: "full", timeStyle: "long" },
};
const formats = new Map();

/**
 * A moment in milliseconds, in one of STYLES and the reader's zone. Each formatter is made once, since that
 * is slow.
 */
export function moment(style, at, timeZone = pageZone()) {
  const name = `${style} ${timeZone}`;
  if (!formats.has(name)) formats.set(name, new Intl.DateTimeFormat("en-GB", { ...STYLES[style], timeZone }));
  return formats.get(name).format(at);
}

/** 1234567 → "1,234,567"; unknown → "–". */
export function count(number) {
  return Number.isFinite(number) ? counts.format(number) : "–";
}

/** Milliseconds → "0:07", "12:41", "1:02:11". Never negative: two clocks may disagree a little. */
export function duration(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "–";
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Milliseconds left, as a countdown: the last second is "0:01", "0:00" means over. */
export function countdown(milliseconds) {
  return duration(Math.ceil(milliseconds / 1000) * 1000);
}

/** Estimated seconds: 35 → "~0:35"; unknown → "–". */
export function estimate(seconds) {
  return Number.isFinite(seconds) ? `~${duration(seconds * 1000)}` : "–";
}

/** The same for a sentence: "7 seconds", "12 minutes 41 seconds", "1 hour 2 minutes". */
export function spokenDuration(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ].filter(([amount]) => amount > 0);
  return parts.slice(0, 2).map(([amount, unit]) => plural(amount, unit)).join(" ") || "0 seconds";
}

/** plural(1, "call") → "1 call"; plural(2, "call") → "2 calls". */
export function plural(amount, noun) {
  return `${count(amount)} ${noun}${amount === 1 ? "" : "s"}`;
}

/** "no answer" → "No answer". */
export function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Time since an ISO moment, in milliseconds; NaN without a moment. */
export function since(iso, now) {
  return iso ? now - Date.parse(iso) : NaN;
}

/** An ISO moment as a clock in the reader's time zone: "12:03:41". */
export function clock(iso, timeZone) {
  if (!iso) return "–:–:–";
  return moment("clock", Date.parse(iso), timeZone);
}

/** The short name of the page's time zone at a moment: "CET", "GMT-3". */
export function zoneWord(iso, timeZone) {
  return moment("zone", Date.parse(iso), timeZone).split(" ").slice(1).join(" ");
}

/** Milliseconds as hour and minute in the reader's time zone: "12:03". */
export function hourAndMinute(at, timeZone) {
  return moment("hourAndMinute", at, timeZone);
}

/**
 * 0.8234 → "82 %"; below ten percent one decimal more, "2.7 %"; nothing to divide → "–". As routing/model/shares.py:
 * half goes up, less than all is never 100 % and more than nothing never 0 %.
 */
export function percent(share, digits = 0) {
  if (!Number.isFinite(share)) return "–";
  const decimals = digits + (share > 0 && share < 0.1 - 0.5 / 10 ** (digits + 3) ? 1 : 0);
  const steps = 10 ** (decimals + 2);
  const rounded = Math.floor(share * steps + 0.5);
  const shown = share > 0 && share < 1 ? Math.min(Math.max(rounded, 1), steps - 1) : rounded;
  return `${((100 * shown) / steps).toFixed(decimals)} %`;
}

/** A share that somebody has set: 0.05 → "5 %", 0.995 → "99.5 %". */
export function percentAsSet(share) {
  return `${Number((100 * share).toPrecision(4))} %`;
}

/** A mean of ratings from 1 to 5: 4.66 → "4.7"; unknown → "–". */
export function rating(number) {
  return Number.isFinite(number) ? number.toFixed(1) : "–";
}

/** "Q#Spanish#M" and "W#Spanish#Any#Billing" → the skills in words: ["Spanish", "M", "Billing"]. */
export function queueSkills(key) {
  return key.split("#").slice(1);
}

/** An anonymous customer has the end of its id, by which two of them can be told apart. */
export function customerName(id, name) {
  return name || (id.length > 12 ? `Customer …${id.slice(-5)}` : `Customer ${id}`);
}

/** The name of a call's or chat's caller; empty if it is unknown. */
export function callerName({ caller = "" } = {}) {
  return caller.startsWith("contact:") ? customerName(caller.slice("contact:".length)) : caller;
}
