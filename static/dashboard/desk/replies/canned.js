// Canned replies: found by a slash in a field, filled in with what is known. Pure.

const MOST_SHOWN = 8;
const LONGEST_QUERY = 30;
const PLACEHOLDER = /\{(customer|agent|scene|context\.[^{}\s]+)\}/g;

/** The slash before the caret that begins a search: {start, query}; null without one. "24/7" has none. */
export function slashAt(text, caret) {
  const found = /(?:^|\s)\/(|[^\s/][^/\n]*)$/.exec(text.slice(0, caret));
  if (!found || found[1].length > LONGEST_QUERY) return null;
  return { start: caret - found[1].length - 1, query: found[1] };
}

/** Replies that have all words of the query, those whose title begins with it first. */
export function matching(replies, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = replies.filter(({ title, body }) => words.every((word) => `${title}\n${body}`.toLowerCase().includes(word)));
  const rank = ({ title }) => (title.toLowerCase().startsWith(query.toLowerCase()) ? 0 : 1);
  return fitting.sort((one, other) => rank(one) - rank(other)).slice(0, MOST_SHOWN);
}

/** The text with its placeholders filled in; one without a value stays, for the agent to write over. */
export function filled(body, { customer = "", agent = "", scene = "", context = {} }) {
  const values = { customer, agent, scene };
  return body.replace(PLACEHOLDER, (whole, name) => {
    const value = name.startsWith("context.") ? context[name.slice("context.".length)] : values[name];
    return value === undefined || value === "" ? whole : String(value);
  });
}

/** The first placeholder that is still in a text: {at, text}; null without one. */
export function openPlaceholder(text) {
  const found = new RegExp(PLACEHOLDER.source).exec(text);
  return found && { at: found.index, text: found[0] };
}
