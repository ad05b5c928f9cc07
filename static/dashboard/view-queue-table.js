// The joined table of queues: the callers of each call queue beside the agents who can take them, and its day.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";

import { count, duration, estimate, percent, queueSkills } from "./format.js";
import { icon } from "./icons.js";
import { judged } from "./view-levels.js";
import { meter } from "./view-parts.js";

const WORDS = {
  waiting: { warn: "many", bad: "too many" },
  wait: { warn: "late", bad: "very late" },
  serviceLevel: { warn: "low", bad: "very low" },
};
// Ids, not amounts: written without commas.
const VERSION = "Version id: goes up by one with every change of the queue";
const SIDES = [
  {
    title: "Callers",
    columns: [
      { col: "waiting", by: "waiting", word: "Waiting" },
      { col: "longest", by: "longest", word: "Longest" },
      { col: "expect", by: "expected", word: "Expect", says: "Wait to expect: the calls ahead ÷ the calls served per second in the last minutes" },
      { col: "version", word: "Ver.", says: VERSION },
    ],
  },
  {
    title: "Agents",
    columns: [
      { col: "fitting", by: "agents", word: "Fit", says: "Agents who fit these callers: available now / signed in" },
      { col: "agent-depth", word: "Depth", says: "Entries in the agent queues whose agents fit" },
      { col: "agent-version", word: "Ver.", says: VERSION },
    ],
  },
  {
    title: "Today",
    columns: [
      { col: "level", by: "level", word: "Level", says: "Service level" },
      { col: "offered", by: "offered", word: "Offered" },
      { col: "answered", by: "answered", word: "Answered" },
      { col: "abandoned", by: "abandoned", word: "Aband.", says: "Abandoned" },
    ],
  },
];

export function queuesPanel(model, on) {
  return html`
    <section class="panel queues-panel" id="queues">
      <header>
        <h2 id="queues-title">Queues</h2>
        ${amount(model)}
        ${model.held.queues ? html`<span class="held">order held while you are here</span>` : nothing}
        <search class="filter">
          <label>${icon("search")}<span class="for-screen-readers">Filter queues</span>
            <input id="filter" type="search" placeholder="Filter" autocomplete="off" spellcheck="false" maxlength="60"
              .value=${live(model.queueText)} @input=${on.filterQueues} />
          </label>
        </search>
        <a class="more" href="/queues/">All about queues</a>
      </header>
      ${model.shown.queues.length > 0 ? table(model, on) : Object.keys(model.queueRows).length > 0 ? noneFits(model, on) : firstRun()}
      <p class="footnote">An agent in two queues counts twice: sums over queues are not the number of agents.</p>
    </section>
  `;
}

function amount({ shown, queueRows }) {
  const all = Object.keys(queueRows).length;
  const some = shown.queues.length;
  return html`<span class="amount number">${some < all ? `${count(some)} of ${count(all)}` : count(all)}</span>`;
}

function noneFits({ queueText }, on) {
  return html`<div class="empty"><h3>No queue fits “${queueText}”</h3><p><button type="button" @click=${on.clearFilter}>Show all queues</button></p></div>`;
}

function firstRun() {
  return html`<div class="empty"><h3>No queues yet</h3><p><code>python manage.py create_table</code> makes them.</p></div>`;
}

function table(model, on) {
  const rows = model.queueRows;
  const deepest = Math.max(1, ...Object.values(rows).map((row) => row.depth));
  return html`
    <div class="scroll" data-table="queues" tabindex="0" role="region" aria-labelledby="queues-title">
      <table class="joined" role="table">
        <caption class="for-screen-readers">Call queues: their callers, the agents who fit, and the figures of today</caption>
        <colgroup><col class="col-name" />${SIDES.map(({ columns }) => columns.map(({ col }) => html`<col class="col-${col}" />`))}</colgroup>
        <thead>${heading(model.sort, on)}</thead>
        <tbody>${repeat(model.shown.queues, (key) => key, (key) => row(rows[key], model.levels.queues[key] ?? {}, deepest))}</tbody>
      </table>
    </div>
  `;
}

function heading(sort, on) {
  return html`
    <tr>
      <th scope="col" rowspan="2" aria-sort=${ariaSort(sort, "queue")}>${sorter({ by: "queue", word: "Queue" }, sort, on)}</th>
      ${SIDES.map(({ title, columns }) => html`<th scope="colgroup" colspan=${columns.length} class="side-title">${title}</th>`)}
    </tr>
    <tr>
      ${SIDES.map(({ columns }) =>
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

function row(queue, levels, deepest) {
  const { key } = queue;
  return html`
    <tr role="row" data-key=${key} data-queue=${key} ?data-empty=${queue.depth === 0}>
      <th scope="row" role="rowheader" title=${key}><a href="/queues/${encodeURIComponent(key)}/">${queue.skills.join(" · ")}</a></th>
      ${cell("Waiting", html`<span class="meter-place" aria-hidden="true">${meter(queue.depth, deepest)}</span>${judged(levels.waiting, count(queue.depth), WORDS.waiting)}`, "first depth")}
      ${cell("Longest", judged(levels.wait, duration(queue.wait), WORDS.wait), "wait")}
      ${cell("Expect", estimate(queue.estimate), "expected")}
      ${cell("Version", queue.version, "version")}
      ${cell("Fit", html`<span>${count(queue.free)}<span class="of"> / ${count(queue.signedIn)}</span></span>`, "first fitting")}
      ${agentSide(queue.agentQueues)}
      ${cell("Level", judged(levels.serviceLevel, percent(queue.serviceLevel), WORDS.serviceLevel), "first level")}
      ${cell("Offered", count(queue.offered), "offered")}
      ${cell("Answered", count(queue.answered), "answered")}
      ${cell("Aband.", count(queue.abandoned), "abandoned")}
    </tr>
  `;
}

function cell(label, content, name) {
  return html`<td role="cell" class="right number ${name}" data-label=${label}>${content}</td>`;
}

/** Callers of any gender are served from several agent queues, each with a version of its own. */
function agentSide(queues) {
  const depth = queues.reduce((sum, one) => sum + one.depth, 0);
  const each = queues.map((one) => `${queueSkills(one.key).join(" · ")}: ${count(one.depth)}, version ${one.version}`);
  const version = queues.length === 1 ? queues[0].version : html`<abbr title=${each.join("\n")}>in ${queues.length}</abbr>`;
  return html`${cell("Agents queued", count(depth), "agent-depth")}${cell("Version", version, "version")}`;
}
