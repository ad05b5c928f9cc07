// Pause dialog of chats, with the same reasons as for calls.

import { html, nothing } from "lit-html";

import { closeButton } from "../../../../parts/dialogs.js";

export function pauseDialog({ dialog, config }, on) {
  const { asks } = config.buttons.find(({ isChoice, value }) => isChoice && value === "paused");
  return html`<dialog id="chats-pause-dialog" class="dialog" aria-labelledby="chats-pause-title" @close=${on.dialogClosed}>
    ${dialog?.name === "chats-pause"
      ? html`<header><h2 id="chats-pause-title">Pause chats</h2>${closeButton()}</header>
          <form class="reasons" @submit=${on.pause}>
            ${asks.offered.map((reason) => html`<button name="reason" value=${reason}>${reason}</button>`)}
          </form>
          <form class="other" @submit=${on.pause}>
            <label for="chats-pause-reason">Another reason</label>
            <input id="chats-pause-reason" name="reason" required maxlength=${asks.limit} autocomplete="off" />
            <button>Pause</button>
          </form>
          <p class="footnote">You keep the chats in progress. Calls are not affected.</p>`
      : nothing}
  </dialog>`;
}
