// Parts of the desk: the card of a stage, big buttons with their keys, the countdown ring.

import { html, nothing, svg } from "lit-html";

import { CALL_AT, shareLeft } from "../model.js";
import { count } from "../../../parts/format.js";
import { hiddenFields } from "../../../parts/hidden-fields.js";
import { icon } from "../../../parts/icons.js";
import { pill } from "../../../parts/pills.js";
import { agentStatus } from "../../../parts/statuses.js";

/** The card of the current stage, with what can be done; its title takes the focus if the former stage had it. */
export function stageCard(model, { title, body, aside = nothing }, on) {
  const { stage, agent } = model;
  const status = agentStatus(agent.status, agent.until);
  return html`<section class="desk-stage tone-${status.tone}" data-stage=${stage} aria-labelledby="stage-title">
    <div class="desk-top">
      <div>
        <p class="desk-state">${pill(status)}</p>
        <h2 id="stage-title" tabindex="-1">${title}</h2>
      </div>
      ${aside}
    </div>
    ${body} ${["call", "agent"].map((subject) => acts(subject, model, on))}
  </section>`;
}

/** What can be done with the call, or with the agent, in this stage. */
function acts(subject, model, on) {
  const { agent, call, config, ready, canAct } = model;
  const isCall = subject === "call";
  const status = isCall ? CALL_AT[agent.status] : agent.status;
  const buttons = config.buttons.filter((one) => one.subject === subject && !one.isChoice && (one.only?.includes(status) ?? true));
  if (buttons.length === 0) return nothing;
  const version = isCall ? (call?.version ?? "") : agent.version;
  return html`<form method="post" class="desk-acts ${buttons.length > 2 ? "three" : ""}" data-agent=${config.agent} data-agent-name=${agent.name} @submit=${on.act}>
    ${hiddenFields(config, { call: agent.call ?? "", expected_version: version })}
    ${buttons.map((one) => bigButton(one, { off: !canAct || (isCall && !ready) }))}
  </form>`;
}

/** A submit button with its key; `off` keeps it focusable but without effect. */
export function bigButton({ name, word, field, value, address, asks, desk }, { pressed, off }) {
  return html`<button
    class="desk-big ${desk.look}"
    name=${field || nothing}
    value=${field ? value : nothing}
    formaction=${address}
    data-key=${desk.key}
    data-asks=${asks ? name : nothing}
    aria-pressed=${pressed ?? nothing}
    aria-disabled=${off ? "true" : "false"}
    aria-keyshortcuts=${desk.key}
  >${desk.icon ? icon(desk.icon) : nothing}<span>${desk.word || word}</span><kbd aria-hidden="true">${desk.key}</kbd></button>`;
}

/** The seconds left of the agent's status, as a number in a ring that empties. */
export function until({ agent, now }) {
  if (!agent.until) return nothing;
  const seconds = Math.max(0, Math.ceil((Date.parse(agent.until) - now) / 1000));
  return html`<div class="desk-ring" role="timer" aria-live="off" aria-label="${count(seconds)} seconds left">
    <svg viewBox="0 0 64 64" aria-hidden="true">
      <circle class="track" cx="32" cy="32" r="28"></circle>
      ${svg`<circle class="remaining" cx="32" cy="32" r="28" pathLength="1" stroke-dasharray="1"
        stroke-dashoffset=${1 - shareLeft(agent.since, agent.until, now)} transform="rotate(-90 32 32)"></circle>`}
    </svg>
    <span class="number" aria-hidden="true">${seconds}</span>
  </div>`;
}
