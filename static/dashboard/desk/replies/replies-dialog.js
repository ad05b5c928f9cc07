// Dialog of the agent's own canned replies: the form of one, and the list.

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import { closeButton } from "../../../parts/dialogs.js";

const LONGEST_TITLE = 100;
const LONGEST_BODY = 4000;

/** `own`: the `OwnReplies`; `on`: {dialogClosed}. */
export function repliesDialog({ dialog, own }, on) {
  return html`<dialog id="replies-dialog" class="dialog" aria-labelledby="replies-title" @close=${on.dialogClosed}>
    ${dialog?.name === "replies" ? html`<header><h2 id="replies-title">My replies</h2>${closeButton()}</header>${keyed(own.editing.reply_id, form(own))} ${list(own)}` : nothing}
  </dialog>`;
}

function form(own) {
  const { title, body, version } = own.editing;
  const submit = (event) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    own.save(given.get("title").trim(), given.get("body"));
  };
  return html`<form class="card-form" @submit=${submit}>
    <label for="reply-title">Title</label>
    <input id="reply-title" name="title" required maxlength=${LONGEST_TITLE} autocomplete="off" .value=${title} />
    <label for="reply-body">Text</label>
    <textarea id="reply-body" name="body" rows="4" required maxlength=${LONGEST_BODY} .value=${body}></textarea>
    <p class="footnote">Only you see it. Type / in a field to insert it; {customer}, {agent}, {scene} and {context.key} are filled in.</p>
    ${own.error ? html`<p class="message tone-orange" role="alert">${own.error}</p>` : nothing}
    <button class="primary" aria-disabled=${own.isSending ? "true" : "false"}>${version ? "Save reply" : "Add reply"}</button>
  </form>`;
}

function list(own) {
  if (own.items === null) return html`<p class="footnote" role="status">${own.error ? "" : "Loading…"}</p>`;
  if (own.items.length === 0) return html`<p class="footnote own-none">You have no replies yet.</p>`;
  return html`<ul class="own-replies" aria-label="My replies">
    ${own.items.map((reply) => html`<li>
      <span><b>${reply.title}</b><small>${reply.body}</small></span>
      <button type="button" class="quiet" aria-label="Edit ${reply.title}" @click=${() => own.edit(reply)}>Edit</button>
      <button type="button" class="quiet" aria-label="Remove ${reply.title}" @click=${() => own.remove(reply)}>Remove</button>
    </li>`)}
  </ul>`;
}
