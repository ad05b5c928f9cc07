// The agents' filter, text, status and team, kept in the page's address.

import { agentOrder, matches } from "./ordering.js";
import { AGENT_GROUPS, agentStatus } from "./statuses.js";
import { ofTeam, teamFromUrl } from "./teams.js";

/** The filter in an address: {text, status, team}. An unknown status is ignored. */
export function filterFromUrl(search) {
  const parameters = new URLSearchParams(search);
  const status = parameters.get("status") ?? "";
  return {
    text: (parameters.get("q") ?? "").slice(0, 60),
    status: AGENT_GROUPS.some(({ name }) => name === status) ? status : "",
    team: teamFromUrl(search),
  };
}

/** Ids of the agents that fit, in the alphabet. */
export function fittingAgents(agents, { text, status, team }) {
  const group = AGENT_GROUPS.find(({ name }) => name === status);
  const wanted = {
    words: text.toLowerCase().split(/\s+/).filter(Boolean),
    status: group?.statuses ?? null,
  };
  return agentOrder(ofTeam(agents, team)).filter((id) => matches(agents[id], agentStatus(agents[id].status, agents[id].until).word, wanted));
}
