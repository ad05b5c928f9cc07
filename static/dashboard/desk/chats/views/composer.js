// The composer: a message to the customer, or an internal note; files.

import { html, nothing } from "lit-html";

import { count } from "../../../../parts/format.js";
import { icon } from "../../../../parts/icons.js";
import { listOf, replyList } from "../../replies/reply-list.js";

const LONGEST = 4000;
const NEAR_THE_END = 400;
const MODES = [
  { mode: "message", word: "Message", key: "R" },
  { mode: "note", word: "Internal note", key: "I" },
];

export function composer({ open, connection, picker }, on) {
  const { mode, draft, isNoting, isLoading, row } = open;
  const isNote = mode === "note";
  const { controls, active } = listOf(picker, "composer");
  const label = isNote ? "Internal note: customers never see it" : `Message to ${row?.name ?? "the customer"}`;
  return html`<form class="composer" data-mode=${mode} @submit=${on.send}>
    <div class="composer-modes" role="group" aria-label="Write">
      ${MODES.map(({ mode: one, word, key }) => html`<button type="button" class="quiet" data-key=${key} aria-keyshortcuts=${key} aria-pressed=${one === mode} @click=${() => on.setMode(one)}>
        ${icon(one === "note" ? "pen" : "chat")}<span>${word}</span><kbd aria-hidden="true">${key}</kbd>
      </button>`)}
      <span class="composer-left number">${draft.length > LONGEST - NEAR_THE_END ? `${count(LONGEST - draft.length)} characters left` : nothing}</span>
    </div>
    <div class="replies-place">${replyList(picker, "composer")}<textarea
      id="composer" rows="3" maxlength=${LONGEST} aria-label=${label} aria-controls=${controls} aria-activedescendant=${active} placeholder=${isNote ? "Only staff see this note" : "Write a message; / inserts a reply"}
      .value=${draft} @input=${on.input} @keydown=${on.keydown} @paste=${on.paste} @blur=${() => picker.close()}
    ></textarea></div>
    <div class="composer-acts">
      ${isNote ? nothing : html`<label class="button quiet composer-file">${icon("clip")}<span>Attach</span><input type="file" multiple class="for-screen-readers" @change=${on.attach} /></label>
          <button type="button" class="quiet" data-key="G" aria-keyshortcuts="G" @click=${on.askCard}>${icon("rows")}<span>Card</span><kbd aria-hidden="true">G</kbd></button>`}
      <button type="button" class="quiet" data-key="Q" aria-keyshortcuts="Q" @click=${on.askReplies}>${icon("chat")}<span>Replies</span><kbd aria-hidden="true">Q</kbd></button>
      <span class="composer-hint">${hint(connection, isLoading)}</span>
      <button class="primary" aria-disabled=${isNoting ? "true" : "false"}>${icon(isNote ? "pen" : "send")}<span>${isNoting ? "Saving…" : isNote ? "Save note" : "Send"}</span></button>
    </div>
  </form>`;
}

function hint({ isLost }, isLoading) {
  if (isLoading) return "Sent once the chat has loaded";
  return isLost ? "Kept here, and sent when the connection is back" : "Enter sends, Shift+Enter starts a new line";
}
