// Dialog before a supervisor recalls what somebody else wrote: nobody can read it again.

import { html, nothing } from "lit-html";

import { closeButton } from "../../../../parts/dialogs.js";
import { icon } from "../../../../parts/icons.js";
import { partyName } from "../chat-words.js";

export function recallDialog({ dialog, known }, on) {
  return html`<dialog id="recall-dialog" class="dialog" aria-labelledby="recall-title" @close=${on.dialogClosed}>
    ${dialog?.name === "recall"
      ? html`<header><h2 id="recall-title">Recall this message?</h2>${closeButton()}</header>
          <ul class="undone">
            <li>${icon("pen")}<span class="log-text"><b>${partyName(dialog.line.sender, known)}</b>: ${dialog.line.file?.name ?? dialog.line.body}</span></li>
            <li>${icon("warn")}<span>Neither the customer nor staff can read it again. This cannot be undone.</span></li>
          </ul>
          <form class="reasons" @submit=${on.recallTheirs}><button class="danger">Recall message</button></form>`
      : nothing}
  </dialog>`;
}
