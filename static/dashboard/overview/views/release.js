// The button that releases a stuck agent, for users who may.

import { html, nothing } from "lit-html";

import { hiddenFields } from "../../../parts/hidden-fields.js";

export const CURABLE = ["available", "offered", "attendingCall", "wrapUp"];

/** Only for stuck agents: on other rows it would invite users to cut a call off. */
export function release(id, agent, model, on) {
  const { config, fresh, pending, agents } = model;
  if (!config.canSupervise) return nothing;
  const rests = !fresh.canAct || pending.has(id) || !agents[id] ? "true" : "false";
  return html`
    <form method="post" action="/agents/${encodeURIComponent(id)}/release/" class="cures" @submit=${on.act} data-agent=${id} data-agent-name=${agent.name}>
      ${hiddenFields(config, { expected_version: agent.version, back: "/" })}
      <button class="danger" data-asks="release" aria-label="Release ${agent.name}" aria-disabled=${rests}>Release</button>
    </form>
  `;
}
