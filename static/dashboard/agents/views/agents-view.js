// The page of agents from one model: tools, table, selection.

import { html, nothing } from "lit-html";

import { bulkBar, notice } from "./bulk-bar.js";
import { columnsDialog, tools } from "./tools-bar.js";
import { agentsTable } from "./table.js";
import { plural } from "../../../parts/format.js";
import { keysDialog, reasonDialog } from "../../../parts/dialogs.js";
import { CHATS } from "../../../parts/channels/channel-choice.js";
import { noAgents } from "../../../parts/first-run/no-agents.js";
import { banner, leftOut } from "../../../parts/status-bar.js";

/** `model`: {config, fresh, state, agents, shownIds, …} from the page's script; `on`: the handlers. */
export function agentsPage(model, on) {
  return html`
    ${banner(model)} ${leftOut(model)}
    <div class="agents-page" ?data-dim=${model.fresh.dim}>${model.state === null ? loading(model) : panel(model, on)}</div>
    ${notice(model, on)} ${reasonDialog(model, on)} ${keysDialog(model, on)} ${model.state === null ? nothing : columnsDialog(model, on)}
    <p class="for-screen-readers" role="status">${model.announced}</p>
  `;
}

function panel(model, on) {
  const { census, shownIds } = model;
  return html`
    <section class="panel roster-panel" aria-label="Agents">
      ${tools(model, on)}
      ${census.total === 0 ? (model.view.channel === CHATS ? nobodyChats() : noAgents(model.config)) : shownIds.length === 0 ? nobody(model, on) : agentsTable(model, on)}
      ${model.canSelect && census.total > 0 ? bulkBar(model, on) : nothing}
    </section>
  `;
}

function nobodyChats() {
  return html`
    <div class="empty">
      <h3>No agent has slots for chats</h3>
      <p>Give an agent some:</p>
      <pre>python manage.py agent slots AGENT --slots 3</pre>
    </div>
  `;
}

function nobody({ census }, on) {
  return html`
    <div class="empty">
      <h3>No agents match this filter</h3>
      <p>${plural(census.total, "agent")} hidden.</p>
      <button type="button" @click=${on.clearFilter}>Show all agents</button>
    </div>
  `;
}

const BARS = [1, 2, 3, 4, 5, 6, 7, 8];

function loading({ fresh }) {
  if (fresh.name === "forbidden" || fresh.name === "signed-out") return nothing;
  return html`<div class="panel skeleton" aria-hidden="true">${BARS.map(() => html`<div class="skeleton-row"></div>`)}</div>`;
}
