// One line of the log: a message, an internal note, an event, a day.

import { html, nothing } from "lit-html";

import { chatPath } from "../../../../conversation/api.js";
import { hourAndMinute, moment } from "../../../../parts/format.js";
import { icon } from "../../../../parts/icons.js";
import { cardLine } from "./card-line.js";
import { canRecall } from "../log-lines.js";
import { isCustomer } from "../waits.js";
import { eventWords, partyName } from "../chat-words.js";

export function logLine(line, shown, on) {
  return (LINES[line.type] ?? other)(line, shown, on);
}

const LINES = { day, message, note, event, card: cardLine };

function day({ at }) {
  return html`<p class="log-day" data-line><span>${moment("day", Date.parse(at))}</span></p>`;
}

function event({ at, ...happened }, { known }) {
  return html`<p class="log-event" data-line>${eventWords(happened, known)} <time datetime=${at}>${hourAndMinute(Date.parse(at))}</time></p>`;
}

function note({ sender, body, at }, { known }) {
  return html`<div class="log-note" data-line>
    <p class="log-by">${icon("pen")}<b>Internal note</b> ${partyName(sender, known)} <time datetime=${at}>${hourAndMinute(Date.parse(at))}</time></p>
    <p class="log-text">${body}</p>
  </div>`;
}

function other() {
  return html`<p class="log-event" data-line>A message that this page cannot show. Reload the page.</p>`;
}

function message(line, shown, on) {
  const { sender, at, isMine, isFirst, recalled, state } = line;
  const side = sender && isCustomer(sender) ? "theirs" : "ours";
  return html`<div class="log-message ${side}" data-line data-state=${state} ?data-first=${isFirst}>
    ${isFirst ? html`<p class="log-by"><b>${isMine ? "You" : partyName(sender, shown.known)}</b> <time datetime=${at}>${hourAndMinute(Date.parse(at))}</time></p>` : nothing}
    <div class="log-row">
      <div class="log-bubble" title=${moment("full", Date.parse(at))}>${recalled ? html`<p class="log-recalled">${icon("close")} Message recalled</p>` : content(line, shown)}</div>
      ${recallButton(line, shown, on)}
    </div>
    ${foot(line, shown, on)}
  </div>`;
}

function content({ kind, body, file, number }, { chat, config }) {
  if (kind !== "attachment") return html`<p class="log-text">${body}</p>`;
  const { name = "File", type = "", size } = file;
  const role = config.supervises ? "?as=supervisor" : "";
  const address = number && chat ? `/api/v1${chatPath(chat)}/messages/${number}/file${role}` : "";
  if (!address) return html`<p class="log-file">${icon("clip")}<span>${name}</span> ${sizeWord(size)} ${progress(file)}</p>`;
  if (type.startsWith("image/")) return html`<a class="log-picture" href=${address} target="_blank" rel="noopener"><img src=${address} alt=${name} loading="lazy" /></a>`;
  return html`<a class="log-file" href=${address} download=${name}>${icon("clip")}<span>${name}</span> ${sizeWord(size)}</a>`;
}

function progress({ progress: share }) {
  return share === undefined ? nothing : html`<progress max="1" value=${share} aria-label="Sent"></progress>`;
}

function sizeWord(bytes) {
  if (!bytes) return nothing;
  return html`<span class="number">${bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`}</span>`;
}

function recallButton(line, shown, on) {
  return canRecall(line, shown) ? html`<button type="button" class="quiet log-recall" @click=${() => on.recall(line)}>Recall</button>` : nothing;
}

function foot({ state, key, error }, { isSeen }, on) {
  if (state === "waiting") return html`<p class="log-foot tone-orange">${icon("clock")}Sending…</p>`;
  if (state === "failed") {
    return html`<p class="log-foot tone-red" role="alert">${icon("warn")}<span>Not sent: ${error}</span>
      <button type="button" @click=${() => on.retry(key)}>Try again</button> <button type="button" class="quiet" @click=${() => on.discard(key)}>Discard</button></p>`;
  }
  return isSeen ? html`<p class="log-foot">${icon("check")}Seen</p>` : nothing;
}
