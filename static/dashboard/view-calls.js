// The table of living calls: waiting in order, then ringing, then in progress.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { count, duration, since } from "./format.js";
import { icon } from "./icons.js";
import { callStatus } from "./statuses.js";
import { pill } from "./view-parts.js";

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
          <col class="col-status" /><col class="col-name" /><col class="col-wants" /><col class="col-topic" />
          <col class="col-agent" /><col class="col-time" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Caller</th>
            <th scope="col">Wants</th>
            <th scope="col">Topic</th>
            <th scope="col">Agent</th>
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
  const late = call?.status === "queued" && age > model.figures.target;
  return html`
    <tr role="row" data-call=${id} ?data-gone=${!call}>
      <td role="cell" class="status">${pill(status)}</td>
      <th scope="row" role="rowheader">${urgency(seen.priority)}${seen.caller}</th>
      <td role="cell" class="wants">${seen.language}${seen.gender === "Any" ? nothing : html` · ${seen.gender}`}</td>
      <td role="cell" class="topic">${seen.topic}</td>
      <td role="cell" class="agent">${model.agents[seen.agent]?.name ?? nothing}</td>
      <td role="cell" class="right number for ${late ? "late" : ""}">
        ${late ? html`${icon("warn")}<span class="for-screen-readers">late, </span>` : nothing}${call ? duration(age) : "–"}
      </td>
    </tr>
  `;
}

/** Says why a caller stands before others who have waited longer. */
function urgency(priority) {
  if (!(priority < USUAL_PRIORITY)) return nothing;
  return html`<abbr class="urgent" title="Priority ${priority}: served before callers of priority ${USUAL_PRIORITY}">P${priority}</abbr>`;
}

function nothingGoingOn({ config }) {
  return html`
    <div class="empty">
      <h3>No calls just now</h3>
      <p>${config.canControlLoad ? "Calls appear here as they arrive. Start the demo load above to see some." : "Calls appear here as they arrive."}</p>
    </div>
  `;
}
