// The cells of one agent, by column, and the buttons that act for it.

import { html, nothing } from "lit-html";

import { choosesFor } from "../actions.js";
import { agentDeadline } from "../../../parts/deadlines.js";
import { count, duration, since } from "../../../parts/format.js";
import { hiddenFields } from "../../../parts/hidden-fields.js";
import { agentStatus, pendingChoice } from "../../../parts/statuses.js";
import { dueMark, pill } from "../../../parts/pills.js";

const CELLS = {
  languages: (agent) => [...agent.languages].sort().map(
    (language, index) => html`${index ? ", " : ""}<abbr title=${language}>${language.slice(0, 3)}<span class="rest">${language.slice(3)}</span></abbr>`,
  ),
  gender: (agent) => agent.gender,
  topics: (agent) => (agent.topics ?? []).join(", "),
  status: (agent) => pill(agentStatus(agent.status, agent.until)),
  time: (agent, { now }) => duration(since(agent.since, now)),
  until: (agent, { now }) => dueMark(agentDeadline(agent, now), agent.until),
  next: (agent) => pendingChoice(agent),
  reason: (agent) => agent.reason,
  missed: (agent) => (agent.missed > 0 ? html`${count(agent.missed)}<span class="unit"> missed</span>` : nothing),
  call: callLink,
  by: (agent) => agent.changed_by,
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
function callLink(agent, { state, current }, id) {
  if (!agent.call) return nothing;
  const caller = state.calls[agent.call]?.caller;
  return html`<a href="/calls/${encodeURIComponent(agent.call)}/" tabindex=${id === current ? "0" : "-1"}>${caller || "Call"}</a>`;
}

const CHOICES = [
  ["ready", "Available"],
  ["paused", "Pause"],
  ["offline", "Offline"],
];
const CURABLE = ["available", "offered", "attendingCall", "wrapUp"];

/**
 * Empty for agents the reader may not act for. Real forms, so that their buttons work if the script fails.
 */
export function choiceCell(id, agent, tab, model, on) {
  if (!choosesFor(id, model.config)) return html`<td role="cell" class="choose"></td>`;
  const pending = model.pending.get(id);
  const rests = !model.fresh.canAct || model.pending.has(id) || !model.agents[id] ? "true" : "false";
  const stuck = agentDeadline(agent, model.now)?.stuck && CURABLE.includes(agent.status) && model.config.canSupervise;
  const part = { id, agent, tab, model, on, rests, stuck };
  return html`<td role="cell" class="choose"><div class="acts">
    <form method="post" action="${address(id)}choice/" class="choices" @submit=${on.act} data-agent=${id}
      data-agent-name=${agent.name} aria-label="Set status of ${agent.name}">
      ${hidden(agent, model)}
      ${CHOICES.map(
        ([choice, word]) => html`<button name="choice" value=${choice} tabindex=${tab} aria-pressed=${agent.choice === choice}
          data-asks=${choice === "paused" ? "pause" : nothing} aria-disabled=${rests} ?data-pending=${pending === choice}>${word}</button>`,
      )}
    </form>
    ${agent.status === "wrapUp" ? wrapUp(part) : nothing} ${stuck ? release(part) : nothing}
  </div></td>`;
}

/** No more time for a stuck wrap-up. */
function wrapUp({ id, agent, tab, model, on, rests, stuck }) {
  const seconds = model.config.moreWrapUpSeconds;
  return html`<form method="post" action="${address(id)}end-wrap-up/" class="cures" @submit=${on.act} data-agent=${id}
      data-agent-name=${agent.name} aria-label="Wrap-up of ${agent.name}">
    ${hidden(agent, model)}
    <input type="hidden" name="call" .value=${agent.call ?? ""} />
    <input type="hidden" name="seconds" value=${seconds} />
    <button tabindex=${tab} aria-label="End wrap-up of ${agent.name}" title="End wrap-up" aria-disabled=${rests}>End</button>
    ${stuck
      ? nothing
      : html`<button tabindex=${tab} formaction="${address(id)}extend-wrap-up/" aria-label="${seconds} seconds more for ${agent.name}"
          title="${seconds} seconds more" aria-disabled=${rests}>+${seconds} s</button>`}
  </form>`;
}

/** In a row only for a stuck agent: others are released by selection. */
function release({ id, agent, tab, model, on, rests }) {
  return html`<form method="post" action="${address(id)}release/" class="cures" @submit=${on.act} data-agent=${id} data-agent-name=${agent.name}>
    ${hidden(agent, model)}
    <button class="danger" tabindex=${tab} data-asks="release" aria-label="Release ${agent.name}" aria-disabled=${rests}>Release</button>
  </form>`;
}

function hidden(agent, { config }) {
  return hiddenFields(config, { expected_version: agent.version, back: "/agents/?plain=1" });
}

function address(id) {
  return `/agents/${encodeURIComponent(id)}/`;
}
