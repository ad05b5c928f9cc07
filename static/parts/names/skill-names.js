// Display names of skills and queues, as the page gives them; what has none is shown as it is.

const FIELDS = ["languages", "genders", "topics"];
let known;

export const languageName = (code) => nameOf("languages", code);
export const genderName = (code) => nameOf("genders", code);
export const topicName = (code) => nameOf("topics", code);

/** "W#es#Any" → ["Spanish", "Any"], or its own name alone. */
export function skillWords(key) {
  const own = names().queues?.[key];
  return own ? [own] : key.split("#").slice(1).map((skill, at) => nameOf(FIELDS[at], skill));
}

/** For tests: `given` as the server writes it, {languages: {es: "Spanish"}, …}. */
export function useNames(given) {
  known = given;
}

function nameOf(field, code) {
  return names()[field]?.[code] ?? code;
}

function names() {
  known ??= JSON.parse(globalThis.document?.getElementById?.("skill-names")?.textContent || "{}");
  return known;
}
