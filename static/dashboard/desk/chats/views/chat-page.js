// The open conversation: head with actions, log, composer; beside it the customer.

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { keyed } from "lit-html/directives/keyed.js";
import { repeat } from "lit-html/directives/repeat.js";

import { eventOf } from "../../../../conversation/lines.js";
import { icon } from "../../../../parts/icons.js";
import { repliesDialog } from "../../replies/replies-dialog.js";
import { eventWords } from "../chat-words.js";
import { cardDialog } from "./card-dialog.js";
import { closeDialog } from "./close-dialog.js";
import { composer } from "./composer.js";
import { customerPanel } from "./customer-panel.js";
import { earlierView } from "./earlier-view.js";
import { logLine } from "./log-line.js";
import { alarms, waitMark } from "./list-page.js";
import { recallDialog } from "./recall-dialog.js";
import { transferDialog } from "./transfer-dialog.js";

const AGAIN_MS = 30_000; // how often the log is drawn again only because time passes

export function chatPage(model, on) {
  const { open } = model;
  if (model.board === null) return nothing;
  if (!open) return html`${noticeOf(model, on)}${nothingOpen(model)}`;
  return html`${noticeOf(model, on)}${ringing(model, on)}<div class="chat-alarms">${alarms(model, on)}</div>
    ${keyed(open.chat, html`
      <section class="chat" aria-labelledby="chat-title" ?data-dim=${model.connection.isLost}>
        ${head(model, on)} ${open.earlier ? earlierView(model, on) : html`${log(model, on)} ${open.canWrite || open.isLoading ? composer(model, on) : over(model, on)}`}
      </section>
      ${customerPanel(model, on)}
    `)}
    ${transferDialog(model, on)} ${cardDialog(model, on)} ${closeDialog(model, on)} ${recallDialog(model, on)} ${repliesDialog(model, on)}`;
}

function noticeOf({ notice }, on) {
  if (!notice) return nothing;
  return html`<p class="message tone-green chat-notice" role="status">${icon("check")}<span>${notice}</span>
    <button type="button" class="quiet" aria-label="Close this message" @click=${on.closeNotice}>${icon("close")}</button></p>`;
}

/** On a phone the list is not in sight: what rings shows above the chat. */
function ringing({ offer, board, config }, on) {
  const isCall = board.agents[config.agent]?.status === "offered";
  if (!offer && !isCall) return nothing;
  return html`<p class="chat-ring tone-sky" role="status">${icon("bell")}<span>${isCall ? "A call rings" : `A chat rings: ${offer.name}`}</span><button type="button" @click=${on.toList}>Show</button></p>`;
}

function nothingOpen({ rows, offer }) {
  const [title, words] = offer ? ["A chat rings", "Accept it in the list."] : rows.length ? ["No conversation open", "Choose one from the list."] : ["No chats now", "New chats ring in the list, with a sound if it is on."];
  return html`<div class="chat chat-empty"><div class="empty">
    <h2>${title}</h2>
    <p>${words}</p>
  </div></div>`;
}

function head({ open, now, pending }, on) {
  const { row, chat, acts, isInvited } = open;
  const isBusy = [...pending].some((command) => command.includes(chat));
  return html`<header class="chat-head">
    <button type="button" class="quiet chat-back" @click=${on.back}>${icon("left")}<span>Chats</span></button>
    <div class="chat-who">
      <h2 id="chat-title" tabindex="-1">${row?.name ?? "Conversation"}</h2>
      <p>${[row?.scene, open.standing].filter(Boolean).join(" · ")} ${waitMark(row?.wait, now)}</p>
    </div>
    ${acts.map(({ key, word, icon: name, act }) => action(key, word, name, on[act], isBusy || (act === "closeChat" && row?.unsent > 0)))}
    ${isInvited ? html`<button type="button" @click=${on.leaveChat}>Leave</button>` : nothing}
    <button type="button" class="quiet chat-panel-switch" data-key="U" aria-keyshortcuts="U" @click=${on.showCustomer}>${icon("person")}<span>Customer</span></button>
  </header>`;
}

function action(key, word, name, act, isOff) {
  return html`<button type="button" data-key=${key} aria-keyshortcuts=${key} title=${isOff ? "Wait until all your messages are sent" : nothing} aria-disabled=${isOff ? "true" : "false"} @click=${() => isOff || act()}>
    ${icon(name)}<span>${word}</span><kbd aria-hidden="true">${key}</kbd>
  </button>`;
}

function log({ open, now, known, config, cards }, on) {
  const { thread, lines, seen, chat, typists, isAtEnd, row } = open;
  if (!thread.isLoaded) return loading(open, on);
  return html`<div class="log" role="log" aria-label="Messages" tabindex="0" @dragover=${on.drag} @drop=${on.drop}>
      ${beginning(thread, on)}
      ${guard([lines, seen, known.names, Math.floor(now / AGAIN_MS)], () => logLines(lines, { chat, seen, known, now, config, cards, act: open.canWrite ? on.act : null }, on))}
    </div>
    ${isAtEnd ? nothing : html`<button type="button" class="log-newest" @click=${on.toEnd}>${icon("down")}${row?.unread ? `${row.unread} new` : "Newest"}</button>`}
    <p class="chat-typing" aria-live="off">${typists.length ? `${typists.join(", ")} is typing…` : ""}</p>`;
}

function loading({ thread, row }, on) {
  if (thread.refusal || thread.isShut) return html`<div class="log"><div class="empty"><h3>${row?.endedAt ? "The chat was closed" : "You no longer serve this chat"}</h3><p>${row?.endedAt ? "You can no longer read its messages." : "Its messages are open to the agent who serves it."}</p></div></div>`;
  if (thread.isReading) return html`<div class="log log-loading" role="status">${[1, 2, 3, 4].map(() => html`<div class="skeleton-row"></div>`)}<span class="for-screen-readers">Loading messages</span></div>`;
  return html`<div class="log"><div class="empty"><h3>The messages could not be loaded</h3><button type="button" @click=${on.reopen}>Try again</button></div></div>`;
}

function beginning({ hasOlder, isReadingOlder }, on) {
  if (!hasOlder) return html`<p class="log-begin">Start of the conversation</p>`;
  return html`<p class="log-begin"><button type="button" class="quiet" aria-disabled=${isReadingOlder ? "true" : "false"} @click=${on.older}>${isReadingOlder ? "Loading earlier messages…" : "Earlier messages"}</button></p>`;
}

function logLines(lines, shown, on) {
  const lastSeen = lines.findLast(({ type, isMine, number }) => type === "message" && isMine && number && number <= shown.seen);
  return repeat(lines, ({ key }) => key, (line) => logLine(line, { ...shown, isSeen: line === lastSeen }, on));
}

/** Why nothing can be written here any more. */
function over({ open: { ended, thread }, known, config }, on) {
  const words = ended ? `${eventWords(eventOf(ended), known)}.` : config.supervises ? "Nothing has been written here yet." : "You no longer serve this chat.";
  return html`<div class="chat-over" role="status">${thread.isLoaded ? html`<p>${icon("info")} ${words}</p><button type="button" @click=${on.back}>Back to the list</button>` : nothing}</div>`;
}
