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

/** The rows in whose skills or key each typed word occurs; a word of one letter has to be a skill. */
export function fittingQueues(rows, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ key, skills }) => words.every((word) => occurs(word, key.toLowerCase(), skills)));
}

function occurs(word, key, skills) {
  return word.length === 1 ? skills.some((skill) => skill.toLowerCase().startsWith(word)) : key.includes(word);
}
