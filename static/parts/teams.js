// Teams of agents: their names, and the choice of one in the page's address.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

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
