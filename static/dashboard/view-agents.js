// The table of agents and the buttons that choose for them.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { agentDeadline } from "./deadlines.js";
import { count, duration, plural, since } from "./format.js";
import { icon } from "./icons.js";
import { AGENT_GROUPS, agentStatus, pendingChoice } from "./statuses.js";
import { callCell } from "./view-cures.js";
import { dueMark, pill } from "./view-parts.js";

export function agentsPanel(model, on) {
  const total = Object.keys(model.state.agents).length;
  return html`
    <section class="panel agents-panel" id="agents">
      <header>
        <h2 id="agents-title">Agents</h2>
        <span class="amount number">${amount(model, total)}</span>
        ${model.held.agents ? html`<span class="held">order held while you are here</span>` : nothing}
        ${filterBox(model, on)}
      </header>
      ${total === 0 ? firstRun(model) : model.shown.agents.length === 0 ? nobody(model, on) : table(model, on)}
    </section>
  `;
}

function amount(model, total) {
  const shown = model.shown.agents.length;
  return shown === total ? count(total) : `${count(shown)} of ${count(total)}`;
}

function filterBox({ filter }, on) {
  const group = AGENT_GROUPS.find(({ name }) => name === filter.status);
  return html`
    <search class="filter">
      ${group
        ? html`<button type="button" class="chip tone-${group.tone}" @click=${() => on.pickStatus("")}>
            ${icon(group.icon)}${group.word}<span class="for-screen-readers"> – show all</span>${icon("close")}
          </button>`
        : nothing}
      <label>${icon("search")}<span class="for-screen-readers">Filter agents</span>
        <input id="filter" type="search" placeholder="Name, language, status" autocomplete="off" spellcheck="false"
          maxlength="60" .value=${filter.text} @input=${on.typeFilter} />
      </label>
    </search>
  `;
}

function table(model, on) {
  const { config } = model;
  return html`
    <div class="scroll" data-table="agents" tabindex="0" role="region" aria-labelledby="agents-title">
      <table class="agents" role="table">
        <caption class="for-screen-readers">Agents by name, with status, time in it, current call and what they chose</caption>
        <colgroup>
          <col class="col-name" /><col class="col-languages" /><col class="col-gender" /><col class="col-status" />
          <col class="col-time" /><col class="col-call" />${config.canChoose ? html`<col class="col-choose" />` : nothing}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Speaks</th>
            <th scope="col" class="gender"><abbr title="Gender">G</abbr></th>
            <th scope="col">Status</th>
            <th scope="col" class="right">Time</th>
            <th scope="col">Call</th>
            ${config.canChoose ? html`<th scope="col" class="choose">Choice</th>` : nothing}
          </tr>
        </thead>
        <tbody>${repeat(model.shown.agents, (id) => id, (id) => row(id, model, on))}</tbody>
      </table>
    </div>
  `;
}

function row(id, model, on) {
  const agent = model.agents[id] ?? model.remembered.agents[id];
  const status = agentStatus(agent.status, agent.until);
  const due = agentDeadline(agent, model.now);
  const detail = pendingChoice(agent) || (agent.status === "paused" ? agent.reason : "");
  return html`
    <tr role="row" data-agent=${id} tabindex="-1" ?data-gone=${!model.agents[id]}>
      <th scope="row" role="rowheader">${agent.name}</th>
      <td role="cell" class="languages">${languages(agent)}</td>
      <td role="cell" class="gender">${agent.gender}</td>
      <td role="cell" class="status">${pill(status)}${dueMark(due, agent.until)}${detail ? html`<span class="detail" title=${detail}>${detail}</span>` : nothing}</td>
      <td role="cell" class="right number for">${duration(since(agent.since, model.now))}</td>
      <td role="cell" class="call"><span class="fit">${callCell(id, agent, due, model, on)}</span></td>
      ${model.config.canChoose ? html`<td role="cell" class="choose">${choices(id, agent, model, on)}</td>` : nothing}
    </tr>
  `;
}

/** Whole words where there is room, their first letters where there is not; the style sheet decides. */
function languages(agent) {
  return [...agent.languages].sort().map(
    (language, index) => html`${index ? ", " : ""}<abbr title=${language}>${language.slice(0, 3)}<span class="rest">${language.slice(3)}</span></abbr>`,
  );
}

const CHOICES = [
  ["ready", "Available"],
  ["paused", "Pause"],
  ["offline", "Offline"],
];

/** A real form: with the script gone mid-page its buttons still reach the server. */
function choices(id, agent, model, on) {
  const pending = model.pending.get(id);
  const resting = !model.fresh.canAct || pending || !model.agents[id];
  return html`
    <form method="post" action="/agents/${encodeURIComponent(id)}/choice/" class="choices" @submit=${on.act}
      data-agent=${id} data-agent-name=${agent.name} title=${agent.changed_by ? `Last chosen by ${agent.changed_by}` : ""} aria-label="Choice for ${agent.name}">
      <input type="hidden" name="csrfmiddlewaretoken" value=${model.config.csrfToken} />
      <input type="hidden" name="expected_version" .value=${String(agent.version)} />
      <input type="hidden" name="back" value="/" />
      ${CHOICES.map(
        ([choice, word]) => html`<button name="choice" value=${choice} aria-pressed=${agent.choice === choice}
          data-asks=${choice === "paused" ? "pause" : nothing} aria-disabled=${resting ? "true" : "false"} ?data-pending=${pending === choice}>${word}</button>`,
      )}
    </form>
  `;
}

function firstRun({ config }) {
  return html`
    <div class="empty">
      <h3>No agents yet</h3>
      <p>Make some, then let them wait for calls:</p>
      <pre>python manage.py seed_agents --count 50
python manage.py queue_available_agents</pre>
      ${config.canControlLoad ? html`<p>Or start the demo load above: it brings its own agents and callers.</p>` : nothing}
    </div>
  `;
}

function nobody(model, on) {
  return html`
    <div class="empty">
      <h3>No agent fits this filter</h3>
      <p>${plural(Object.keys(model.state.agents).length, "agent")} left out.</p>
      <button type="button" @click=${on.clearFilter}>Show all agents</button>
    </div>
  `;
}
