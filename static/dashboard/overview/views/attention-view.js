// Short list of busy or paused agents, the most urgent first; the page of agents has them all.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { CHATS, channelToUrl } from "../../../parts/channels/channel-choice.js";
import { agentDeadline } from "../../../parts/deadlines.js";
import { callerName, count, duration, since } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";
import { pendingChoice, rowStatus } from "../../../parts/statuses.js";
import { noAgents } from "../../../parts/first-run/no-agents.js";
import { slotsInUse } from "../../../parts/channels/capacity.js";
import { buttonsAt, mayUse, operationForms } from "../../../parts/operations.js";
import { dueMark, pausedPill, pill } from "../../../parts/pills.js";
import { teamChoice, teamName, teamToUrl } from "../../../parts/teams.js";

export function attentionPanel(model, on) {
  const ids = model.shown.agents;
  const stuck = ids.filter((id) => model.attending[id] && agentDeadline(model.attending[id], model.now)?.stuck).length;
  return html`
    <section class="panel attention-panel" id="agents">
      <header>
        <h2 id="agents-title">Busy or paused</h2>
        <span class="amount number">${count(model.team ? model.urgent : busy(model.figures.agents))}</span>
        ${stuck > 0 ? html`<span class="stuck number">${icon("warn")}${count(stuck)} <span class="word">stuck</span></span>` : nothing}
        ${teamChoice(model.team, model.config.teams, on)}
        <a class="more" href="/agents/${teamToUrl(channelToUrl("", model.channel), model.team)}">All<span class="tight"> agents</span></a>
      </header>
      ${ids.length === 0 ? nobody(model) : table(ids, model, on)}
    </section>
  `;
}

function busy({ groups }) {
  return groups.filter(({ name }) => name !== "available" && name !== "offline").reduce((sum, { amount }) => sum + amount, 0);
}

function table(ids, model, on) {
  return html`
    <div class="scroll" data-table="agents" tabindex="0" role="region" aria-labelledby="agents-title">
      <table class="short attention" role="table">
        <caption class="for-screen-readers">Agents who are stuck, ringing long or long in a status, most urgent first</caption>
        <colgroup><col class="col-name" /><col class="col-status" /><col class="col-more" /><col class="col-time" /></colgroup>
        <thead>
          <tr><th scope="col">Name</th><th scope="col">Status</th><th scope="col" class="roomy">${model.first === CHATS ? "Chats" : "Call"}</th><th scope="col" class="right">For</th></tr>
        </thead>
        <tbody>${repeat(ids, (id) => id, (id) => row(id, model, on))}</tbody>
      </table>
    </div>
  `;
}

function row(id, model, on) {
  const agent = model.attending[id] ?? model.remembered.agents[id];
  const due = agentDeadline(agent, model.now);
  const cures = due?.stuck ? buttonsAt("stuck_row", agent, model.config).filter((one) => mayUse(one, id, agent, model.config)) : [];
  return html`
    <tr role="row" data-agent=${id} ?data-gone=${!model.attending[id]}>
      <th scope="row" role="rowheader"><a href="/agents/${encodeURIComponent(id)}/" title=${agent.name}>${agent.name}</a></th>
      <td role="cell" class="status"><span class="fit">${status(agent, model.config)}${dueMark(due, agent.until)}${
        cures.length > 0 ? operationForms(cures, { id, agent, model, on, back: "/" }) : detail(agent)}</span></td>
      <td role="cell" class="roomy call">${agent.channel ? slotsInUse(agent) : call(agent.call, model.calls)}</td>
      <td role="cell" class="right number for">${duration(since(agent.since, model.now))}</td>
    </tr>
  `;
}

function call(id, { [id]: known }) {
  return known ? html`<a href="/calls/${encodeURIComponent(id)}/">${callerName(known) || id.slice(0, 8)}</a>` : nothing;
}

function status(agent, { maxMissedOffers }) {
  return agent.status === "paused" ? pausedPill(agent, maxMissedOffers) : pill(rowStatus(agent));
}

function detail(agent) {
  const missed = agent.missed > 0 ? `${agent.missed} missed` : "";
  const text = pendingChoice(agent) || missed;
  return text ? html`<span class="detail long" title=${text}>${text}</span>` : nothing;
}

function nobody({ config, agents, team }) {
  if (team) return html`<div class="empty"><h3>No busy or paused agents in ${teamName(team, config.teams)}</h3></div>`;
  if (Object.keys(agents).length > 0) {
    return html`<div class="empty"><h3>No agent is busy or paused</h3><p>All signed-in agents are available.</p></div>`;
  }
  return noAgents(config);
}
