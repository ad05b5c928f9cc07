// Waits: who waits for a reply in a conversation, and since when. Pure; the server has the same rule.

const COUNTED = new Set(["text", "attachment", "card"]);

export function isCustomer(party) {
  return party.startsWith("contact:");
}

/**
 * The wait after one more message: {by: "customer" or "agent", since}. A customer waits since the first message
 * without a reply, an agent since the last reply.
 */
export function waitAfter(wait, { kind, sender, at }) {
  if (!COUNTED.has(kind) || sender === "routing") return wait; // what the service of a card reports answers nobody
  const by = isCustomer(sender) ? "customer" : "agent";
  if (wait?.by === "customer" && by === "customer") return wait;
  return wait && Date.parse(at) < Date.parse(wait.since) ? wait : { by, since: at };
}

/** Customers who wait, the longest first, and how long the first has waited in milliseconds. */
export function waiting(rows, now) {
  const found = rows.filter(({ wait }) => wait?.by === "customer");
  found.sort((one, other) => Date.parse(one.wait.since) - Date.parse(other.wait.since));
  return { chats: found.map(({ chat }) => chat), longest: found.length ? now - Date.parse(found[0].wait.since) : 0 };
}
