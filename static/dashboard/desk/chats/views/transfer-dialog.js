// Dialog to transfer a chat to a colleague, a queue or a robot, with a note for who is next, or to invite a colleague.

import { html, nothing } from "lit-html";

import { closeButton } from "../../../../parts/dialogs.js";
import { count } from "../../../../parts/format.js";
import { skillWords } from "../../../../parts/names/skill-names.js";
import { chatStatus } from "../../../../parts/statuses.js";

export function transferDialog({ dialog, board, config, open }, on) {
  const canInvite = !config.supervises; // who has no chat invites nobody
  return html`<dialog id="transfer-dialog" class="dialog transfer" aria-labelledby="transfer-title" @close=${on.dialogClosed}>
    ${dialog?.name === "transfer"
      ? html`<header><h2 id="transfer-title">${canInvite ? "Transfer or invite" : "Transfer chat"}</h2>${closeButton()}</header>
          <form class="transfer-form" @submit=${on.transfer}>
            <label for="transfer-to">To</label>
            <select id="transfer-to" name="to" required>
              <optgroup label="Queues">${queues(board, config).map((key) => html`<option value="to_queue ${key}">${skillWords(key).join(" · ")}</option>`)}</optgroup>
              ${robots(config)}
              <optgroup label="Colleagues">${colleagues(board, open.agents).map(([id, row]) => html`<option value="to_agent ${id}">${colleagueWords(row)}</option>`)}</optgroup>
            </select>
            <label for="transfer-note">Note for the next agent</label>
            <textarea id="transfer-note" name="note" rows="3" maxlength="4000" placeholder="Saved as an internal note; the customer does not see it" .value=${dialog.note}></textarea>
            <button class="primary" name="does" value="transfer">Transfer</button>
            ${canInvite ? html`<button name="does" value="invite">Invite</button>
            <p class="footnote">An invited colleague can read and write too. The chat stays with you.</p>` : nothing}
          </form>`
      : nothing}
  </dialog>`;
}

function queues({ queues: known }, { chats }) {
  return [...new Set([...chats.queues, ...Object.keys(known)])].sort();
}

/** One that does not reply loses the chat to the agents of its queue. */
function robots({ chats }) {
  if (chats.robots.length === 0) return nothing;
  return html`<optgroup label="Robots">${chats.robots.map((name) => html`<option value="to_robot ${name}">${name} (robot)</option>`)}</optgroup>`;
}

/** Agents who chat, besides those `without`; those who can take one now first. */
export function colleagues({ rows }, without) {
  const found = Object.entries(rows).map(([, row]) => [row.person, row]).filter(([id]) => !without.includes(id));
  const rank = ({ status }) => ["queued", "offered", "attendingCall", "available", "paused"].indexOf(status);
  return found.filter(([, { status }]) => status !== "offline").sort((one, other) => rank(one[1]) - rank(other[1]) || one[1].name.localeCompare(other[1].name));
}

export function colleagueWords(row) {
  return `${row.name} (${chatStatus(row).word.toLowerCase()}, ${count(row.held.length)} of ${count(row.slots)})`;
}
