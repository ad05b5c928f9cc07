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
 * The rows with each typed word in their skills or key. A single letter matches a skill of that letter, such
 * as a gender, else the beginning of a skill.
 */
export function fittingQueues(rows, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isSkill = (word) => rows.some(({ skills }) => has(skills, word));
  const tests = words.map((word) => {
    if (word.length > 1) return ({ key }) => key.toLowerCase().includes(word);
    if (isSkill(word)) return ({ skills }) => has(skills, word);
    return ({ skills }) => skills.some((skill) => skill.toLowerCase().startsWith(word));
  });
  return rows.filter((row) => tests.every((fits) => fits(row)));
}

function has(skills, word) {
  return skills.some((skill) => skill.toLowerCase() === word);
}
