// What stands in an agent's call column: the caller, and the buttons that end, extend or cure.

import { html, nothing } from "lit-html";

import { plural } from "./format.js";

const CURABLE = ["available", "offered", "attendingCall", "wrapUp"];

export function callCell(id, agent, due, model, on) {
  if (agent.status === "wrapUp" && model.config.canChoose) return wrapUp(id, agent, due, model, on);
  const caller = model.state.calls[agent.call]?.caller;
  return html`
    ${caller ? html`<span class="long">${caller}</span>` : missed(agent)}
    ${due?.stuck && CURABLE.includes(agent.status) ? release(id, agent, model, on) : nothing}
  `;
}

function missed({ missed: number }) {
  if (!(number > 0)) return nothing;
  return html`<span class="detail number" title="${plural(number, "offer")} in a row not answered">${number} missed</span>`;
}

function wrapUp(id, agent, due, model, on) {
  const seconds = model.config.moreWrapUpSeconds;
  return html`
    <form method="post" action="${address(id)}end-wrap-up/" class="cures" @submit=${on.act} data-agent=${id}
      data-agent-name=${agent.name} aria-label="Wrap-up of ${agent.name}">
      ${fields(agent, model.config)}
      <input type="hidden" name="call" .value=${agent.call ?? ""} />
      <input type="hidden" name="seconds" value=${seconds} />
      <button aria-label="End wrap-up of ${agent.name}" title="End wrap-up" aria-disabled=${rests(id, model)}>End</button>
      <button formaction="${address(id)}extend-wrap-up/" aria-label="${seconds} seconds more for ${agent.name}"
        title="${seconds} seconds more" aria-disabled=${rests(id, model)}>+${seconds} s</button>
    </form>
    ${due?.stuck ? release(id, agent, model, on) : nothing}
  `;
}

/** Only where somebody is past the deadline: on every other row it would invite to cut a call off. */
function release(id, agent, model, on) {
  if (!model.config.canSupervise) return nothing;
  return html`
    <form method="post" action="${address(id)}release/" class="cures" @submit=${on.act} data-agent=${id} data-agent-name=${agent.name}>
      ${fields(agent, model.config)}
      <button data-asks="release" aria-label="Release ${agent.name}" aria-disabled=${rests(id, model)}>Release</button>
    </form>
  `;
}

function fields(agent, config) {
  return html`
    <input type="hidden" name="csrfmiddlewaretoken" value=${config.csrfToken} />
    <input type="hidden" name="expected_version" .value=${String(agent.version)} />
    <input type="hidden" name="back" value="/" />
  `;
}

function address(id) {
  return `/agents/${encodeURIComponent(id)}/`;
}

function rests(id, model) {
  return !model.fresh.canAct || model.pending.has(id) || !model.agents[id] ? "true" : "false";
}
