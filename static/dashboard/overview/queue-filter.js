// The filter of the overview's queues: what was typed, kept in the page's address. Pure.

const MOST = 60;

/** What an address asks for. */
export function queueTextFromUrl(search) {
  return (new URLSearchParams(search).get("q") ?? "").slice(0, MOST);
}

/** The address's search part with that text in it; everything else in it stays. */
export function queueTextToUrl(search, text) {
  const parameters = new URLSearchParams(search);
  if (text.trim()) parameters.set("q", text.slice(0, MOST));
  else parameters.delete("q");
  const written = parameters.toString();
  return written ? `?${written}` : "";
}

/**
 * The rows in whose skills or key each typed word occurs. A single letter that is a skill, as genders are, means
 * that; another one is the beginning of a skill.
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
