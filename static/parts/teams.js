// Teams of agents: their names, and the choice of one in the page's address.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

import { withSaid } from "./address.js";

const LONGEST = 60;

/** The code of the team in an address; empty for all agents. */
export function teamFromUrl(search) {
  return (new URLSearchParams(search).get("team") ?? "").slice(0, LONGEST);
}

/** The address's search part with that team in it; everything else in it stays. */
export function teamToUrl(search, team) {
  return withSaid(search, { team: team || null });
}

/** Those of the rows that are of a team; all without one. */
export function ofTeam(rows, team) {
  if (!team) return rows;
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => row.team === team));
}

/** The team in words; `teams`: [[code, name]], as the server has them. A removed one is its code. */
export function teamName(code, teams) {
  return teams.find(([one]) => one === code)?.[1] ?? code;
}

/** Select of a team; absent while there are none. */
export function teamChoice(team, teams, on) {
  if (teams.length === 0 && !team) return nothing;
  const known = team && !teams.some(([one]) => one === team) ? [...teams, [team, team]] : teams;
  return html`<div class="choice">
    <select id="team" aria-label="Team" @change=${on.pickTeam}>
      <option value="" .selected=${live(team === "")}>Any team</option>
      ${known.map(([code, name]) => html`<option value=${code} .selected=${live(team === code)}>${name}</option>`)}
    </select>
  </div>`;
}
