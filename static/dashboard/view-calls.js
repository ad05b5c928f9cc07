// The table of living calls: waiting in order, then ringing, then in progress.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { callDeadline, nextWord, priorityWord } from "./deadlines.js";
import { count, countdown, duration, plural, since } from "./format.js";
import { icon } from "./icons.js";
import { callStatus } from "./statuses.js";
import { dueMark, pill } from "./view-parts.js";

const USUAL_PRIORITY = 5;

export function callsPanel(model, on) {
  const rows = Object.values(model.state.calls);
  const total = model.figures.waiting + rows.filter((call) => call.status !== "queued").length;
  const hidden = total - model.shown.calls.filter((id) => model.state.calls[id]).length;
  return html`
    <section class="panel calls-panel" id="calls">
      <header>
        <h2 id="calls-title">Calls</h2>
        <span class="amount number">${count(total)}</span>
        ${model.held.calls ? html`<span class="held">order held while you are here</span>` : nothing}
        ${hidden > 0 ? html`<span class="held">${count(hidden)} more, not listed</span>` : nothing}
      </header>
      ${model.shown.calls.length === 0 ? nothingGoingOn(model) : table(model)}
    </section>
  `;
}

function table(model) {
  return html`
    <div class="scroll" data-table="calls" tabindex="0" role="region" aria-labelledby="calls-title">
      <table class="calls" role="table">
        <caption class="for-screen-readers">Calls: waiting in the order they will be served, ringing, in progress</caption>
        <colgroup>
          <col class="col-status" /><col class="col-name" /><col class="col-wants" /><col class="col-agent" />
          <col class="col-time" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Caller</th>
            <th scope="col">Wants</th>
            <th scope="col">Agent, or next</th>
            <th scope="col" class="right">Time</th>
          </tr>
        </thead>
        <tbody>${repeat(model.shown.calls, (id) => id, (id) => row(id, model))}</tbody>
      </table>
    </div>
  `;
}

function row(id, model) {
  const call = model.state.calls[id];
  const seen = call ?? model.remembered.calls[id];
  const status = callStatus(call ? call.status : "completed");
  const age = since(seen.status === "queued" ? seen.queued_at : seen.since, model.now);
  const due = call ? callDeadline(call, model.now) : null;
  const late = call?.status === "queued" && age > model.figures.target;
  return html`
    <tr role="row" data-call=${id} ?data-gone=${!call}>
      <td role="cell" class="status">${pill(status)}${offers(seen)}</td>
      <th scope="row" role="rowheader">${urgency(seen)}<a href="/calls/${encodeURIComponent(id)}/">${seen.caller || id.slice(0, 8)}</a></th>
      <td role="cell" class="wants"><span class="fit">${wants(seen)}</span></td>
      <td role="cell" class="agent"><span class="fit">${seen.status === "queued" ? following(seen, due, model) : withAgent(seen, due, model)}</span></td>
      <td role="cell" class="right number for ${late ? "late" : ""}">
        ${late ? html`${icon("warn")}<span class="for-screen-readers">late, </span>` : nothing}${call ? duration(age) : "–"}
      </td>
    </tr>
  `;
}

/** Says why a caller stands before others who have waited longer. */
function urgency(call) {
  const word = priorityWord(call, USUAL_PRIORITY);
  if (!word) return nothing;
  const promoted = call.band < call.priority ? `, by waiting promoted to band ${call.band}` : "";
  return html`<abbr class="urgent" title="Priority ${call.priority}${promoted}: served before those of a higher number">${word}</abbr>`;
}

/** How often the call was offered already; the offer that rings now needs no word. */
function offers({ status, attempts }) {
  const before = attempts - (status === "queued" ? 0 : 1);
  if (!(before > 0)) return nothing;
  return html`<abbr class="detail number" title="${plural(before, "offer")} in vain or taken back">×${before}</abbr>`;
}

function wants(call) {
  const step = call.step ? html`<abbr class="step number" title="Step ${call.step} of ${call.steps}">${call.step}/${call.steps}</abbr>` : nothing;
  const gender = call.gender === "Any" ? nothing : html` · ${call.gender}`;
  const topic = call.topic ? html`<span class="topic"> · ${call.topic}</span>` : nothing;
  return html`<span class="long">${call.language}${gender}${topic}</span>${step}`;
}

/** What a waiting call is due for, or the one agent it waits for. */
function following(call, due, model) {
  if (due?.stuck) return dueMark(due, call.due);
  if (call.asks_for) return html`<span class="next long">asks for ${model.agents[call.asks_for]?.name ?? "one agent"}</span>`;
  const word = nextWord(call);
  return word && due ? html`<span class="next number long">${word} in ${countdown(due.left)}</span>` : nothing;
}

function withAgent(call, due, model) {
  return html`<span class="long">${model.agents[call.agent]?.name ?? nothing}</span>${dueMark(due, call.due)}`;
}

function nothingGoingOn({ config }) {
  return html`
    <div class="empty">
      <h3>No calls just now</h3>
      <p>${config.canControlLoad ? "Calls appear here as they arrive. Start the demo load above to see some." : "Calls appear here as they arrive."}</p>
    </div>
  `;
}
