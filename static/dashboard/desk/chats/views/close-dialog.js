// Dialog before closing a chat whose customer waits for a reply, or in which something written is not sent.

import { html, nothing } from "lit-html";

import { closeButton } from "../../../../parts/dialogs.js";
import { duration, since } from "../../../../parts/format.js";
import { icon } from "../../../../parts/icons.js";

export function closeDialog({ dialog, open, now }, on) {
  return html`<dialog id="close-dialog" class="dialog" aria-labelledby="close-title" @close=${on.dialogClosed}>
    ${dialog?.name === "close"
      ? html`<header><h2 id="close-title">Close this chat?</h2>${closeButton()}</header>
          <ul class="undone">${open.undone.map((what) => html`<li>${icon(what === "reply" ? "clock" : "pen")}<span>${UNDONE[what](open.row, now)}</span></li>`)}</ul>
          <form class="reasons" @submit=${on.closeAnyway}><button class="danger">Close chat</button></form>`
      : nothing}
  </dialog>`;
}

const UNDONE = {
  reply: ({ wait }, now) => html`The customer has waited <b class="number">${duration(since(wait.since, now))}</b> for a reply.`,
  message: () => "Your message has not been sent. It will be discarded.",
  note: () => "Your internal note has not been saved. It will be discarded.",
};
