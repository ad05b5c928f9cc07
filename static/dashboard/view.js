// The whole page from one model: chooses between the board, the wall and the states without data.

import { html, nothing } from "lit-html";

import { keysDialog, reasonDialog } from "./view-dialogs.js";
import { agentsPanel } from "./view-agents.js";
import { callsPanel } from "./view-calls.js";
import { headline } from "./view-headline.js";
import { loadBar } from "./view-load.js";
import { agentQueuesPanel, callQueuesPanel } from "./view-queues.js";
import { banner, notices } from "./view-status.js";
import { wall } from "./view-wall.js";

/**
 * `model`: {config, state, now, figures, levels, fresh, …} as board.js gathers it; `on`: the handlers.
 */
export function page(model, on) {
  return html`
    ${banner(model)}
    <div class="board ${model.config.kiosk ? "wall" : ""}" ?data-dim=${model.fresh.dim}>
      ${model.state === null ? loading(model) : model.config.kiosk ? wall(model) : board(model, on)}
    </div>
    ${notices(model, on)} ${model.config.kiosk ? nothing : [reasonDialog(model, on), keysDialog(model, on)]}
    <p class="for-screen-readers" role="status">${model.announced}</p>
  `;
}

function board(model, on) {
  return html`
    ${headline(model, on)} ${loadBar(model, on)}
    <nav class="jump" aria-label="Parts of the board">
      <a href="#agents">Agents</a><a href="#calls">Calls</a><a href="#queues">Queues</a>
    </nav>
    <div class="panels">
      ${agentsPanel(model, on)}
      <div class="side">
        ${callsPanel(model, on)}
        <div class="pair" id="queues">${callQueuesPanel(model, on)} ${agentQueuesPanel(model, on)}</div>
      </div>
    </div>
  `;
}

const BARS = [1, 2, 3, 4, 5, 6, 7, 8];

function loading(model) {
  if (model.fresh.name === "forbidden" || model.fresh.name === "signed-out") return nothing;
  return html`
    <div class="skeleton" aria-hidden="true">
      <div class="skeleton-headline"></div>
      <div class="panels">
        <div class="panel">${BARS.map(() => html`<div class="skeleton-row"></div>`)}</div>
        <div class="panel">${BARS.map(() => html`<div class="skeleton-row"></div>`)}</div>
      </div>
    </div>
  `;
}
