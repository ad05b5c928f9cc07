// What a page is asked for, kept in its address. Pure.

/** The address's search part with what is `said` in it: {name: text, or null to say nothing}; all else in it stays. */
export function withSaid(search, said) {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(said)) {
    parameters.delete(name);
    if (value !== null) parameters.set(name, value);
  }
  const written = parameters.toString().replaceAll("%2C", ",");
  return written ? `?${written}` : "";
}
