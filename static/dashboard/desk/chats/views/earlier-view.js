// An earlier conversation of the customer, read-only.

import { html, nothing } from "lit-html";

import { linesOf } from "../../../../conversation/lines.js";
import { icon } from "../../../../parts/icons.js";
import { logLine } from "./log-line.js";

export function earlierView({ open, known, now, config, cards }, on) {
  return html`<div class="chat-earlier">
    <p>${icon("clock")} An earlier conversation. <button type="button" @click=${() => on.showEarlier("")}>Back to the chat</button></p>
    ${earlierLog(open.earlier.page, { known, now, config, cards, act: null }, on)}
  </div>`;
}

/** `page`: as far as it is read, null before; `shown`: for its lines; `on`: {moreEarlier}. */
export function earlierLog(page, shown, on) {
  return html`${page?.isFailed ? html`<p class="message tone-orange">${icon("warn")}<span>This conversation could not be loaded.</span></p>` : nothing}
    <div class="log-old" role="region" aria-label="Earlier conversation" tabindex="0">
      ${page && !page.isWhole ? html`<p class="log-begin"><button type="button" class="quiet" @click=${on.moreEarlier}>Show earlier messages</button></p>` : nothing}
      ${page ? lines(page.items, shown, on) : html`<p role="status">Loading…</p>`}
    </div>`;
}

/** None of its messages counts as the reader's own, and its files are not linked: only the agent who serves a conversation may read them. */
function lines(messages, shown, on) {
  return linesOf(messages, { isMine: () => false }).map((line) => logLine(line, { ...shown, chat: "", isSeen: false }, on));
}
