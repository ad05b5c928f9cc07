// Parts of the desk: the card of a stage, big buttons with their keys, the countdown ring.

import { html, nothing, svg } from "lit-html";

import { shareLeft } from "../model.js";
import { count } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";
import { pill } from "../../../parts/pills.js";
import { agentStatus } from "../../../parts/statuses.js";

/** The card of the current stage; its title takes the focus if the former stage had it. */
export function stageCard({ stage, agent }, { title, body, aside = nothing, acts = nothing }) {
  const status = agentStatus(agent.status, agent.until);
  return html`<section class="desk-stage tone-${status.tone}" data-stage=${stage} aria-labelledby="stage-title">
    <div class="desk-top">
      <div>
        <p class="desk-state">${pill(status)}</p>
        <h2 id="stage-title" tabindex="-1">${title}</h2>
      </div>
      ${aside}
    </div>
    ${body} ${acts}
  </section>`;
}

/** A submit button with its key; `off` keeps it focusable but without effect. */
export function bigButton({ word, icon: name, tone, key, name: field, value, action, asks, pressed, kind = "", off }) {
  return html`<button
    class="desk-big ${kind} ${tone ? `tone-${tone}` : ""}"
    name=${field ?? nothing}
    value=${value ?? nothing}
    formaction=${action ?? nothing}
    data-key=${key}
    data-asks=${asks ?? nothing}
    aria-pressed=${pressed ?? nothing}
    aria-disabled=${off ? "true" : "false"}
    aria-keyshortcuts=${key}
  >${name ? icon(name) : nothing}<span>${word}</span><kbd aria-hidden="true">${key}</kbd></button>`;
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
