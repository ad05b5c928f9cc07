// The joined table of queues: the callers of each call queue beside the agents who can take them, the worst first.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";

import { channelToUrl } from "../../../parts/channels/channel-choice.js";
import { count } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";
import { listWords, queueWords } from "../by-channel/channel-words.js";
import { closedPill } from "./closed-pill.js";
import { scenesTable } from "./scenes-view.js";
import { sides } from "../queue-columns.js";

export function queuesPanel(model, on) {
  return html`
    <section class="panel queues-panel" id="queues">
      <header>
        <h2 id="queues-title">Queues</h2>
        ${amount(model)}
        ${model.held.queues ? html`<span class="held">order held while you are here</span>` : order(model, on)}
        <search class="filter">
          <label>${icon("search")}<span class="for-screen-readers">Filter queues</span>
            <input id="filter" type="search" placeholder="Filter" autocomplete="off" spellcheck="false" maxlength="60"
              .value=${live(model.queueText)} @input=${on.filterQueues} />
          </label>
        </search>
        <button type="button" class="quiet" aria-pressed=${model.diagnostics} title="Version IDs and depths" @click=${on.toggleDiagnostics}>Diagnostics</button>
        <a class="more" href="/queues/${channelToUrl("", model.channel)}">All queues</a>
      </header>
      ${model.shown.queues.length > 0 ? table(model, on) : Object.keys(model.queueRows).length > 0 ? noneFits(model, on) : firstRun()}
      ${scenesTable(model)}
      <p class="footnote">An agent waiting in two queues counts in both, so the sum is not the number of agents.</p>
    </section>
  `;
}

function order({ sort }, on) {
  if (sort.by === "worst") return html`<span class="held">worst first</span>`;
  return html`<button type="button" class="quiet" @click=${() => on.sortBy("worst")}>Worst first</button>`;
}

function amount({ shown, queueRows }) {
  const all = Object.keys(queueRows).length;
  const some = shown.queues.length;
  return html`<span class="amount number">${some < all ? `${count(some)} of ${count(all)}` : count(all)}</span>`;
}

function noneFits({ queueText }, on) {
  return html`<div class="empty"><h3>No queues match “${queueText}”</h3><p><button type="button" @click=${on.clearFilter}>Show all queues</button></p></div>`;
}

function firstRun() {
  return html`<div class="empty"><h3>No queues yet</h3><p><code>python manage.py create_table</code> creates them.</p></div>`;
}

function table(model, on) {
  const rows = model.queueRows;
  const deepest = Math.max(1, ...Object.values(rows).map((row) => row.depth));
  const groups = sides({ ...model, side: listWords(model).side, minutes: model.figures.recent.minutes });
  return html`
    <div class="scroll" data-table="queues" tabindex="0" role="region" aria-labelledby="queues-title">
      <table class="joined" role="table">
        <caption class="for-screen-readers">Queues: who waits, matching agents, the last minutes and today</caption>
        <colgroup><col class="col-name" />${groups.map(({ columns }) => columns.map(({ col }) => html`<col class="col-${col}" />`))}</colgroup>
        <thead>${heading(groups, model.sort, on)}</thead>
        <tbody>${repeat(model.shown.queues, (key) => key, (key) => row(groups, rows[key], model, deepest))}</tbody>
      </table>
    </div>
  `;
}

function heading(groups, sort, on) {
  return html`
    <tr>
      <th scope="col" rowspan="2" aria-sort=${ariaSort(sort, "queue")}>${sorter({ by: "queue", word: "Queue" }, sort, on)}</th>
      ${groups.map(({ title, columns }) => html`<th scope="colgroup" colspan=${columns.length} class="side-title">${title}</th>`)}
    </tr>
    <tr>
      ${groups.map(({ columns }) =>
        columns.map((column, index) => html`<th scope="col" class="right ${index === 0 ? "first" : ""}" aria-sort=${ariaSort(sort, column.by)}>
          ${column.by ? sorter(column, sort, on) : html`<abbr title=${column.says}>${column.word}</abbr>`}
        </th>`),
      )}
    </tr>
  `;
}

function ariaSort(sort, by) {
  if (!by || sort.by !== by) return nothing;
  return sort.falling ? "descending" : "ascending";
}

function sorter({ by, word, says }, sort, on) {
  const arrow = sort.by === by ? html`<span class="arrow">${icon(sort.falling ? "down" : "up")}</span>` : nothing;
  return html`<button type="button" class="sort" title=${says ?? `Sort by ${word.toLowerCase()}`} @click=${() => on.sortBy(by)}>${arrow}${word}</button>`;
}

function row(groups, queue, model, deepest) {
  const { key } = queue;
  const levels = model.levels.queues[key] ?? {};
  return html`
    <tr role="row" data-key=${key} data-queue=${key} ?data-empty=${queue.depth === 0}>
      <th scope="row" role="rowheader" title=${key}><a href="/queues/${encodeURIComponent(key)}/">${queueWords(queue, model)}</a>${closedPill(queue)}</th>
      ${groups.map(({ columns }) =>
        columns.map(({ word, label = word, name, cell }, index) =>
          html`<td role="cell" class="right number ${index === 0 ? "first" : ""} ${name}" data-label=${label}>${cell(queue, levels, deepest)}</td>`),
      )}
    </tr>
  `;
}
