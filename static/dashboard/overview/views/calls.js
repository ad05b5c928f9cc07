// Short list of the next callers; the page of calls has them all.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { callDeadline, nextWord, priorityWord } from "../../../parts/deadlines.js";
import { icon } from "../../../parts/icons.js";
import { callerName, count, countdown, duration, plural, since } from "../../../parts/format.js";
import { genderName, languageName, topicName } from "../../../parts/names/skill-names.js";
import { CHATS } from "../../../parts/channels/channel-choice.js";
import { listWords } from "../by-channel/channel-words.js";
import { judged } from "./levels-view.js";
import { dueMark } from "../../../parts/pills.js";

const USUAL_PRIORITY = 5;
const LATE = { warn: "late" };

export function callersPanel(model) {
  const ids = model.shown.calls;
  const { next } = listWords(model);
  return html`
    <section class="panel callers-panel" id="calls">
      <header>
        <h2 id="calls-title">${next}</h2>
        <span class="amount number">${count(model.waiting)}</span>
        ${model.held.calls ? html`<span class="held">order held</span>` : nothing}
        ${model.channel === CHATS && model.config.canSupervise
          ? html`<a class="more" href="/conversations/">All<span class="tight"> conversations</span></a>`
          : html`<a class="more" href="/calls/">All<span class="tight"> calls</span></a>`}
      </header>
      ${ids.length === 0 ? nobodyWaits(model) : table(ids, model)}
    </section>
  `;
}

function table(ids, model) {
  return html`
    <div class="scroll" data-table="calls" tabindex="0" role="region" aria-labelledby="calls-title">
      <table class="short callers" role="table">
        <caption class="for-screen-readers">By priority, then by arrival</caption>
        <colgroup><col class="col-name" /><col class="col-wants" /><col class="col-more" /><col class="col-time" /></colgroup>
        <thead>
          <tr><th scope="col">${listWords(model).who}</th><th scope="col">Wants</th><th scope="col" class="roomy">Next</th><th scope="col" class="right">Waits</th></tr>
        </thead>
        <tbody>${repeat(ids, (id) => id, (id) => row(id, model))}</tbody>
      </table>
    </div>
  `;
}

function row(id, model) {
  const call = model.calls[id] ?? model.remembered.calls[id];
  const waits = model.calls[id]?.status === "queued";
  const age = since(call.waiting_since, model.now);
  const late = age > targetOf(call, model.queueRows) ? "warn" : "good";
  return html`
    <tr role="row" data-call=${id} ?data-gone=${!waits}>
      <th scope="row" role="rowheader">${urgency(call)}${call.channel ? html`${icon("chat")}<span class="for-screen-readers">chat </span>` : nothing}<a href=${address(id, call, model.config)} title=${call.caller || id}>${callerName(call) || id.slice(0, 8)}</a></th>
      <td role="cell" class="wants"><span class="fit">${wants(call)}${offers(call)}</span></td>
      <td role="cell" class="roomy following">${waits ? following(call, model) : nothing}</td>
      <td role="cell" class="right number for">${waits ? judged(late, duration(age), LATE) : "–"}</td>
    </tr>
  `;
}

/** Supervisors read a chat in its conversation. */
function address(id, { chat }, { canSupervise }) {
  return chat && canSupervise ? `/conversations/${encodeURIComponent(chat)}/` : `/calls/${encodeURIComponent(id)}/`;
}

function targetOf(call, queueRows) {
  const key = `${call.channel ? `W.${call.channel}` : "W"}#${call.language}#${call.gender}`;
  return (queueRows[key] ?? queueRows[`${key}#${call.topic}`])?.target ?? NaN;
}

/** The reason why a caller is ahead of others who have waited longer. */
function urgency(call) {
  const word = priorityWord(call, USUAL_PRIORITY);
  if (!word) return nothing;
  const promoted = call.band < call.priority ? `, now ${call.band} after waiting` : "";
  return html`<abbr class="urgent" title="Priority ${call.priority}${promoted}. Lower numbers are served first">${word}</abbr>`;
}

/** The number of unanswered offers. */
function offers({ attempts }) {
  return attempts > 0 ? html`<abbr class="detail number" title="${plural(attempts, "offer")} unanswered or taken back">×${attempts}</abbr>` : nothing;
}

function wants(call) {
  const step = call.step ? html`<abbr class="step number" title="Step ${call.step} of ${call.steps}">${call.step}/${call.steps}</abbr>` : nothing;
  const gender = call.gender === "Any" ? nothing : html` · ${genderName(call.gender)}`;
  const topic = call.topic ? html`<span class="topic"> · ${topicName(call.topic)}</span>` : nothing;
  return html`<span class="long">${languageName(call.language)}${gender}${topic}</span>${step}`;
}

/** The next due change of a waiting call, or its preferred agent. */
function following(call, model) {
  const due = callDeadline(call, model.now);
  if (due?.stuck) return dueMark(due, call.due);
  if (call.asks_for) return html`<span class="next">asks for ${model.agents[call.asks_for]?.name ?? "one agent"}</span>`;
  const word = nextWord(call);
  return word && due ? html`<span class="next number">${word} in ${countdown(due.left)}</span>` : nothing;
}

function nobodyWaits(model) {
  const { config, calls, waiting } = model;
  const { several, appear } = listWords(model);
  // Queue depths arrive a moment before the callers' names.
  if (waiting > 0) return html`<div class="empty"><p>${count(waiting)} waiting. Loading…</p></div>`;
  const idle = config.canControlLoad && Object.keys(calls).length === 0;
  return html`
    <div class="empty">
      <h3>No ${several} waiting</h3>
      <p>${appear}${idle ? " Start the demo load above to see some." : nothing}</p>
    </div>
  `;
}
