// The agents' filter, text and status, kept in the page's address.

import { agentOrder, matches } from "./ordering.js";
import { AGENT_GROUPS, agentStatus } from "./statuses.js";

/** The filter in an address: {text, status}. An unknown status is ignored. */
export function filterFromUrl(search) {
  const parameters = new URLSearchParams(search);
  const status = parameters.get("status") ?? "";
  return {
    text: (parameters.get("q") ?? "").slice(0, 60),
    status: AGENT_GROUPS.some(({ name }) => name === status) ? status : "",
  };
}

/** Ids of the agents that fit, in the alphabet. */
export function fittingAgents(agents, { text, status }) {
  const group = AGENT_GROUPS.find(({ name }) => name === status);
  const wanted = {
    words: text.toLowerCase().split(/\s+/).filter(Boolean),
    status: group?.statuses ?? null,
  };
  return agentOrder(agents).filter((id) => matches(agents[id], agentStatus(agents[id].status, agents[id].until).word, wanted));
}
