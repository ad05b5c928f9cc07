// Moments of the server in the reader's time zone; running durations.

import { clock, countdown, duration, hourAndMinute, moment } from "../parts/format.js";

/**
 * Writes every `<time data-moment>` under `root` in the reader's zone, with the day if different; without
 * seconds where the attribute is "minutes".
 */
export function localize(root, now, timeZone) {
  for (const element of root.querySelectorAll("time[data-moment]")) {
    const at = Date.parse(element.dateTime);
    element.textContent = localMoment(at, now, timeZone, element.dataset.moment);
    element.title = moment("full", at, timeZone);
  }
}

/** Moves every duration under `root` on to `now`, in milliseconds. */
export function tick(root, now) {
  for (const element of root.querySelectorAll("time[data-age]")) {
    write(element, duration(now - Date.parse(element.dateTime)));
  }
  for (const element of root.querySelectorAll("time[data-left]")) {
    const left = Date.parse(element.dateTime) - now;
    element.classList.toggle("late", left < 0);
    write(element, left < 0 ? `${duration(-left)} late` : countdown(left));
  }
}

/** "12:03:41"; where that was on another day "20 Nov 12:03:41", in another year "20 Nov 2025 12:03:41". */
export function localMoment(at, now, timeZone, exact) {
  const time = exact === "minutes" ? hourAndMinute(at, timeZone) : clock(new Date(at).toISOString(), timeZone);
  const written = moment("day", at, timeZone);
  if (written === moment("day", now, timeZone)) return time;
  const [day, month, year] = written.split(" ");
  return moment("day", now, timeZone).endsWith(year) ? `${day} ${month} ${time}` : `${written} ${time}`;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
