// The last hour, minute by minute, for the chart, its table and the sparklines. Pure.

import { withSaid } from "../parts/address.js";

export const SPARK_MINUTES = 30;
const SMOOTHED = 5; // minutes: a single call must not move a share from 0 to 100 %

/** The minutes, oldest first: each row with `at` in milliseconds; the last one is the current minute. */
export function minutesOf(rows) {
  return Object.keys(rows)
    .sort()
    .map((key) => ({ at: Date.parse(key), ...rows[key] }));
}

/** Columns for each plot, seconds first. Counts of the current minute are not known yet. */
export function plotColumns(minutes) {
  const counted = (name) => minutes.map((minute, index) => (index === minutes.length - 1 ? null : minute[name]));
  const seconds = minutes.map(({ at }) => at / 1000);
  return {
    waiting: [seconds, minutes.map(({ waiting }) => waiting)],
    rates: [seconds, counted("queued"), counted("answered"), counted("abandoned")],
  };
}

/** The last half hour of the figures that have one; null without data. */
export function sparks(minutes) {
  const ended = minutes.slice(0, -1);
  const shares = (part, whole) => rolling(ended, part, whole).slice(-SPARK_MINUTES);
  return {
    waiting: minutes.slice(-SPARK_MINUTES).map(({ waiting }) => waiting),
    longest: ended.slice(-SPARK_MINUTES).map(({ longest_seconds }) => longest_seconds ?? null),
    abandoned: ended.slice(-SPARK_MINUTES).map(({ abandoned }) => abandoned),
    serviceLevel: shares((minute) => minute.within_target, (minute) => minute.service_level_of),
    asa: shares((minute) => minute.waited_seconds, ({ answered }) => answered),
  };
}

function rolling(minutes, part, whole) {
  return minutes.map((_, index) => {
    const window = minutes.slice(Math.max(0, index - SMOOTHED + 1), index + 1);
    const all = sum(window, whole);
    return all > 0 ? sum(window, part) / all : null;
  });
}

function sum(rows, of) {
  return rows.reduce((total, row) => total + (of(row) ?? 0), 0);
}

/** An SVG path through the values in a box of `width` × `height`; a gap where one is null. `most` is the top. */
export function sparkPath(values, { width, height, most }) {
  const step = width / Math.max(1, values.length - 1);
  const known = (index) => values[index] !== null && values[index] !== undefined;
  return values
    .map((value, index) => {
      if (value === null) return "";
      const y = height - (Math.min(value, most) / most) * height;
      const pen = known(index - 1) ? "L" : "M";
      const dot = known(index - 1) || known(index + 1) ? "" : "h0"; // between two gaps: a visible point
      return `${pen}${round(index * step)} ${round(y)}${dot}`;
    })
    .join("");
}

/** The minutes of a held table: none newer than its newest, so that every row stays in place. */
export function heldMinutes(minutes, newest, held) {
  return held && newest !== null ? minutes.filter(({ at }) => at <= newest) : minutes;
}

/** Data of the minutes for the chart, its table and the sparklines, recomputed only when they change. */
export class LastHour {
  #rows = null;
  #read = null;

  read(rows) {
    if (rows === this.#rows) return this.#read;
    const minutes = minutesOf(rows);
    this.#rows = rows;
    this.#read = { minutes, columns: plotColumns(minutes), sparks: sparks(minutes) };
    return this.#read;
  }
}

/** Whether the address asks for the table instead of the chart. */
export function tableFromUrl(search) {
  return new URLSearchParams(search).get("minutes") === "table";
}

/** The address's search part with that choice; everything else in it stays. */
export function tableToUrl(search, asTable) {
  return withSaid(search, { minutes: asTable ? "table" : null });
}

function round(number) {
  return Math.round(number * 100) / 100;
}
