// The filter of the overview's queues, kept in the page's address. Pure.

import { withSaid } from "../../parts/address.js";

const MOST = 60;

/** The filter in an address. */
export function queueTextFromUrl(search) {
  return (new URLSearchParams(search).get("q") ?? "").slice(0, MOST);
}

/** The address's search part with that text in it; everything else in it stays. */
export function queueTextToUrl(search, text) {
  return withSaid(search, { q: text.trim() ? text.slice(0, MOST) : null });
}

/**
 * The rows with each typed word in the names of their skills or their key. A single letter matches a skill of
 * that letter, such as a gender, else the beginning of a skill.
 */
export function fittingQueues(rows, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isSkill = (word) => rows.some((row) => has(row, word));
  const tests = words.map((word) => {
    if (word.length > 1) return ({ key, skills }) => [key, ...skills].some((one) => one.toLowerCase().includes(word));
    if (isSkill(word)) return (row) => has(row, word);
    return ({ skills }) => skills.some((skill) => skill.toLowerCase().startsWith(word));
  });
  return rows.filter((row) => tests.every((fits) => fits(row)));
}

/** Whether a skill has this name or this code. */
function has({ key, skills }, word) {
  return [...skills, ...key.split("#").slice(1)].some((skill) => skill.toLowerCase() === word);
}
