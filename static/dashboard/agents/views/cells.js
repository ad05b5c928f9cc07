// The cells of one agent, by column, and its buttons.

import { html, nothing } from "lit-html";

import { agentDeadline } from "../../../parts/deadlines.js";
import { callerName, count, duration, since } from "../../../parts/format.js";
import { buttonsAt, choosesFor, mayUse, operationForms } from "../../../parts/operations.js";
import { chatStatus, pendingChoice, rowStatus } from "../../../parts/statuses.js";
import { slotsInUse } from "../../../parts/channels/capacity.js";
import { dueMark, pill } from "../../../parts/pills.js";
import { genderName, languageName, topicName } from "../../../parts/names/skill-names.js";
import { teamName } from "../../../parts/teams.js";

const CELLS = {
  languages: (agent) => agent.languages.map(languageName).sort().map(
    (language, index) => html`${index ? ", " : ""}<abbr title=${language}>${language.slice(0, 3)}<span class="rest">${language.slice(3)}</span></abbr>`,
  ),
  gender: (agent) => genderName(agent.gender),
  team: (agent, { config }) => (agent.team ? teamName(agent.team, config.teams) : ""),
  topics: (agent) => (agent.topics ?? []).map(topicName).join(", "),
  status: (agent) => pill(rowStatus(agent)),
  time: (agent, { now }) => duration(since(agent.since, now)),
  until: (agent, { now }) => dueMark(agentDeadline(agent, now), agent.until),
  next: (agent) => pendingChoice(agent),
  reason: (agent) => agent.reason,
  missed: (agent) => (agent.missed > 0 ? html`${count(agent.missed)}<span class="unit"> missed</span>` : nothing),
  call: callLink,
  by: (agent) => agent.changed_by,
  chats: chatRow,
};
const NUMBERS = ["time", "until", "missed"];

export function cell(name, id, agent, model) {
  if (name === "name") return html`<th scope="row" role="rowheader" class="cell-name" title=${agent.name}><a href=${address(id)} tabindex=${id === model.current ? "0" : "-1"}>${agent.name}</a></th>`;
  const content = CELLS[name](agent, model, id);
  const isNumber = NUMBERS.includes(name);
  const whole = typeof content === "string" && content && !isNumber ? content : nothing;
  return html`<td role="cell" class="cell-${name} ${isNumber ? "number" : ""}" title=${whole}>${content}</td>`;
}

/** The agent's call, ringing, in progress or in wrap-up; ended calls have no row on the board. */
function callLink(agent, { calls, current }, id) {
  if (!agent.call) return nothing;
  const caller = callerName(calls[agent.call]);
  return html`<a href="/calls/${encodeURIComponent(agent.call)}/" tabindex=${id === current ? "0" : "-1"}>${caller || (agent.channel ? "Chat" : "Call")}</a>`;
}

/** The agent's chat row, if there is one; in a table of chat rows its slots. */
function chatRow(agent, { chatRows, current }, id) {
  if (agent.channel) return slotsInUse(agent);
  const rowId = `${id}~chat`;
  const row = chatRows[rowId];
  return row ? html`<a href=${address(rowId)} tabindex=${id === current ? "0" : "-1"}>${slotsInUse(row)}</a>${pill(chatStatus(row))}` : nothing;
}

/** Empty for agents the reader may not act for. A stuck agent gets no more time, but a way out. */
export function choiceCell(id, agent, tab, model, on) {
  const { config, now } = model;
  if (!choosesFor(id, agent, config)) return html`<td role="cell" class="choose"></td>`;
  const usable = (place) => buttonsAt(place, agent, config).filter((button) => mayUse(button, id, agent, config));
  const stuck = agentDeadline(agent, now)?.stuck ? usable("stuck_row") : [];
  const buttons = [...usable("row"), ...(stuck.length > 0 ? stuck : usable("timely_row"))];
  return html`<td role="cell" class="choose"><div class="acts">
    ${operationForms(buttons, { id, agent, tab, model, on, back: "/agents/?plain=1" })}
  </div></td>`;
}

function address(id) {
  return `/agents/${encodeURIComponent(id)}/`;
}
