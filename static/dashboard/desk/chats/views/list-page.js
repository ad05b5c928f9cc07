// The list: availability and slots, the chat that rings, conversations with what waits in each.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { count, duration, plural } from "../../../../parts/format.js";
import { icon } from "../../../../parts/icons.js";
import { pill } from "../../../../parts/pills.js";
import { thisPage } from "../../../../parts/status-bar.js";
import { chatStatus, hasMissed } from "../../../../parts/statuses.js";
import { waiting } from "../waits.js";
import { pauseDialog } from "./pause-dialog.js";
import { offerCard } from "./offer-card.js";

const LATE_MS = 120_000; // a customer who has waited this long for an answer

export function listPage(model, on) {
  if (model.board === null) return nothing;
  return html`<section class="chats" aria-labelledby="chats-title">
      ${head(model, on)} ${availability(model, on)} ${trouble(model, on)} ${news(model)}
      ${model.offer ? offerCard(model, on) : nothing} ${summary(model, on)}
      <nav aria-label="Conversations" ?data-dim=${model.connection.isLost || model.isOld}>${rows(model, on)}</nav>
      <p class="for-screen-readers" role="alert">${model.announced}</p>
    </section>
    ${pauseDialog(model, on)}`;
}

function head({ board: { row }, desk, pending }, on) {
  const held = desk?.held.length ?? row.held.length;
  return html`<header class="chats-head">
    <h2 id="chats-title" tabindex="-1">Chats</h2>
    ${pill(chatStatus(row))}
    <span class="chats-slots number">${count(held)} of ${desk ? slots(desk, pending, on) : count(row.slots)}</span>
  </header>`;
}

/** How many at once: at most those that a supervisor gave. */
function slots({ slots: chosen, most_slots: most }, pending, on) {
  return html`<select aria-label="Chats at once" title="Chats at once" @change=${on.slots} ?disabled=${pending.has("slots")}>
    ${Array.from({ length: most }, (_, at) => at + 1).map((one) => html`<option value=${one} .selected=${one === chosen}>${one}</option>`)}
  </select>`;
}

const AVAILABLE = { word: "Available", icon: "check", tone: "tone-green", key: "4" };
const PAUSED = { word: "Pause", icon: "pause", tone: "tone-orange", key: "5" };
const isAway = (choice) => choice === "paused" || choice === "offline";

/** What is chosen for chats, from the catalogue: to be available, or paused. */
function choices({ buttons }) {
  const { value } = buttons.find((one) => one.isChoice && !isAway(one.value));
  return [{ choice: value, ...AVAILABLE }, { choice: "paused", ...PAUSED }];
}

/** Availability for chats is apart from that for calls; chats in progress stay. */
function availability({ board: { row }, desk, pending, config }, on) {
  const isBusy = desk === null || pending.has("choose");
  return html`<div class="chats-choice" role="group" aria-label="Status for chats">
    ${choices(config).map(({ choice, word, icon: name, tone, key }) => html`<button
      type="button"
      class=${tone}
      data-key=${key}
      aria-keyshortcuts=${key}
      aria-pressed=${row.choice === choice}
      aria-disabled=${isBusy ? "true" : "false"}
      @click=${() => isBusy || on.choose(choice)}
    >${icon(name)}<span>${word}</span><kbd aria-hidden="true">${key}</kbd></button>`)}
  </div>`;
}

/** What keeps chats away, and why the last command was refused. */
function trouble({ board: { row }, config, problem, connection, isOld, desk }, on) {
  return html`
    ${hasMissed(row) ? html`<p class="chats-why">You were paused after missing several chats in a row. Choose Available to get chats again.</p>` : nothing}
    ${row.missed && !hasMissed(row) ? html`<p class="chats-why">${plural(row.missed, "chat")} missed in a row. After ${count(config.missedLimit)} you are paused.</p>` : nothing}
    ${desk && desk.held.length > desk.slots ? html`<p class="chats-why">You have more chats than you take at once. New ones are offered when some have ended.</p>` : nothing}
    ${alarms({ connection, problem }, on)}
    ${isOld && !connection.isLost ? html`<p class="message tone-orange" role="status">${icon("retry")}<span>Your chats could not be loaded. Trying again…</span></p>` : nothing}
  `;
}

/** What became of the last chat that left this desk by itself. */
function news({ news: words }) {
  return words ? html`<p class="desk-news chats-news">${icon("info")}<span>${words}</span></p>` : nothing;
}

/** The connection is lost, or a command was refused: on a phone above the chat, else in the list. */
export function alarms({ connection, problem }, on) {
  return html`${connection.isLost ? html`<p class="message tone-red" role="alert">${icon("warn")}<span>${lostWords(connection)}</span></p>` : nothing}
    ${problem
      ? html`<p class="message tone-orange" role="alert">${icon("warn")}<span>${problem}</span>
          <button type="button" class="quiet" aria-label="Close this message" @click=${on.closeProblem}>${icon("close")}</button></p>`
      : nothing}`;
}

function lostWords({ name }) {
  if (name === "signed-out") return html`You are signed out: no messages arrive. <a href=${thisPage()}>Sign in again</a>.`;
  if (name === "forbidden") return "You no longer have access to these chats: no messages arrive.";
  return "Connection lost: no new messages arrive. What you send is kept, and sent when the connection is back.";
}

/** One click to the customer who has waited longest. */
function summary({ rows: all, now }, on) {
  const { chats, longest } = waiting(all, now);
  if (chats.length === 0) return nothing;
  const isLate = longest > LATE_MS;
  return html`<button type="button" class="chats-waiting ${isLate ? "tone-red" : "tone-orange"}" data-key="N" aria-keyshortcuts="N" @click=${on.showLongest}>
    ${icon(isLate ? "warn" : "clock")}<span>${plural(chats.length, "customer")} waiting, longest <b class="number">${duration(longest)}</b></span><kbd aria-hidden="true">N</kbd>
  </button>`;
}

function rows(model, on) {
  const { rows: all, desk, now, place } = model;
  if (desk === null) return html`<div class="chats-loading" role="status">${[1, 2, 3].map(() => html`<div class="skeleton-row"></div>`)}<span class="for-screen-readers">Loading</span></div>`;
  if (all.length === 0) return html`<p class="chats-none">${noneWords(model)}</p>`;
  return html`<ul class="chat-rows">${repeat(all, ({ chat }) => chat, (row) => listRow(row, row.chat === place.chat, now, on))}</ul>`;
}

function noneWords({ board: { row }, offer }) {
  if (offer) return "";
  return isAway(row.choice) ? "No chats now. Choose Available to get chats." : "No chats now. New chats ring here.";
}

function listRow({ chat, name, scene, wait, unread, line, unsent, failed, endedAt, isInvited }, isOpen, now, on) {
  return html`<li><button type="button" class="chat-row" data-chat=${chat} aria-current=${isOpen ? "true" : nothing} @click=${() => on.show(chat)}>
    <span class="chat-name">${name}</span>
    ${endedAt ? html`<span class="chat-wait">${icon("off")}closed</span>` : isInvited ? html`<span class="chat-wait">${icon("person")}invited</span>` : waitMark(wait, now)}
    <span class="chat-line">${line || scene}</span>
    <span class="chat-marks">
      ${failed ? html`<span class="chat-mark tone-red">${icon("warn")}${count(failed)} not sent</span>` : nothing}
      ${unsent > failed ? html`<span class="chat-mark tone-orange">${icon("clock")}${count(unsent - failed)} sending</span>` : nothing}
      ${unread ? html`<span class="chat-unread number">${count(unread)}<span class="for-screen-readers"> unread</span></span>` : nothing}
    </span>
  </button></li>`;
}

/** Who waits, as colour, icon and word. */
export function waitMark(wait, now) {
  if (!wait) return nothing;
  const since = now - Date.parse(wait.since);
  if (wait.by === "agent") return html`<span class="chat-wait" title="Waiting for the customer">${icon("check")}replied <span class="number">${duration(since)}</span></span>`;
  const isLate = since > LATE_MS;
  return html`<span class="chat-wait ${isLate ? "tone-red" : "tone-orange"}" title="The customer is waiting for your reply">${icon(isLate ? "warn" : "clock")}${isLate ? "late" : "waits"} <b class="number">${duration(since)}</b></span>`;
}
