// Dialog to assign a waiting or ringing chat to an agent.

import { html, nothing } from "lit-html";

import { closeButton } from "../../../parts/dialogs.js";
import { colleagues, colleagueWords } from "../../desk/chats/views/transfer-dialog.js";

/** The agent at whom it rings is not offered. */
export function assignDialog({ dialog, board, open }, on) {
  return html`<dialog id="assign-dialog" class="dialog transfer" aria-labelledby="assign-title" @close=${on.dialogClosed}>
    ${dialog?.name === "assign" ? html`<header><h2 id="assign-title">Assign chat</h2>${closeButton()}</header>${form(colleagues(board, [open.ringsAt]), on)}` : nothing}
  </dialog>`;
}

function form(found, on) {
  if (found.length === 0) return html`<p>No agent is signed in for chats.</p>`;
  return html`<form class="transfer-form" @submit=${on.assign}>
    <label for="assign-agent">Agent</label>
    <select id="assign-agent" name="agent" required>
      ${found.map(([id, row]) => html`<option value=${id}>${colleagueWords(row)}</option>`)}
    </select>
    <label for="assign-reason">Reason</label>
    <input id="assign-reason" name="reason" maxlength="60" placeholder="Optional; kept in the history" />
    <button class="primary">Assign</button>
    <p class="footnote">The chat is kept for this agent for a while, then offered to others too. It keeps its place in line.</p>
  </form>`;
}
