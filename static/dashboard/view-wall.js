// The board on the wall: read from metres away, nothing to click, nothing to scroll.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { agentDeadline } from "./deadlines.js";
import { count, duration, since } from "./format.js";
import { icon } from "./icons.js";
import { agentStatus } from "./statuses.js";
import { bareFigure, callerFigures, dayFigures } from "./view-headline.js";
import { judged, shareBar } from "./view-levels.js";
import { meter, pill } from "./view-parts.js";

// Few agents are written larger. A column of more rows would have to scroll.
const FEW = { columns: 2, rows: 12 };
const MANY = { columns: 3, rows: 17 };
const QUEUE_ROWS = 9;
const LATE = { warn: "late", bad: "very late" };

export function wall(model) {
  const { figures } = model;
  return html`
    <section class="wall-figures" aria-label="Headline numbers">
      <dl>${callerFigures(model)} ${dayFigures(model)}</dl>
    </section>
    <section class="wall-agents" aria-label="Agents by status">
      ${shareBar(figures.agents)}
      <dl>
        ${figures.agents.groups.map((group) =>
          bareFigure({
            name: group.name,
            label: html`<span class="pick tone-${group.tone}">${icon(group.icon)}${group.word}</span>`,
            value: count(group.amount),
          }),
        )}
      </dl>
    </section>
    <div class="wall-tables">${agentTables(model)} ${waitingTable(model)}</div>
  `;
}

function agentTables(model) {
  const few = model.wallAgents.length <= FEW.columns * FEW.rows;
  const { columns: most, rows } = few ? FEW : MANY;
  const present = model.wallAgents.slice(0, most * rows);
  const left = model.wallAgents.length - present.length;
  const columns = Array.from({ length: most }, (_, column) => present.slice(column * rows, (column + 1) * rows));
  return html`
    <section class="panel wall-people" aria-labelledby="agents-title">
      <header>
        <h2 id="agents-title">Agents signed in</h2>
        <span class="amount number">${count(model.wallAgents.length)}</span>
        ${left > 0 ? html`<span class="held">${count(left)} more, not listed</span>` : nothing}
      </header>
      ${present.length === 0
        ? html`<div class="empty"><h3>Nobody is signed in</h3></div>`
        : html`<div class="columns ${few ? "few" : ""}">${columns.filter((ids) => ids.length > 0).map((ids, index) => agentTable(ids, index, model))}</div>`}
    </section>
  `;
}

function agentTable(ids, index, model) {
  return html`
    <table>
      <caption class="for-screen-readers">Agents, column ${index + 1}</caption>
      <colgroup><col /><col class="col-status" /><col class="col-time" /></colgroup>
      <thead class="unseen">
        <tr><th scope="col">Name</th><th scope="col">Status</th><th scope="col">For</th></tr>
      </thead>
      <tbody>
        ${repeat(ids, (id) => id, (id) => {
          const agent = model.agents[id];
          const stuck = agentDeadline(agent, model.now)?.stuck;
          return html`<tr data-agent=${id}>
            <th scope="row">${agent.name}</th>
            <td>${pill(agentStatus(agent.status, agent.until))}</td>
            <td class="right number ${stuck ? "late" : ""}">
              ${stuck ? html`${icon("warn")}<span class="for-screen-readers">stuck, </span>` : nothing}${duration(since(agent.since, model.now))}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  `;
}

/** The queues in which somebody waits, the longest wait first. */
function waitingTable(model) {
  const waiting = Object.values(model.queueRows)
    .filter((queue) => queue.depth > 0)
    .sort((a, b) => b.wait - a.wait || (a.key < b.key ? -1 : 1));
  const deepest = Math.max(1, ...waiting.map((queue) => queue.depth));
  return html`
    <section class="panel wall-queues" aria-labelledby="queues-title">
      <header>
        <h2 id="queues-title">Callers waiting</h2>
        ${waiting.length > QUEUE_ROWS ? html`<span class="held">${waiting.length - QUEUE_ROWS} more queues</span>` : nothing}
      </header>
      ${waiting.length === 0
        ? html`<div class="empty tone-green">${icon("check")}<h3>Nobody waits</h3></div>`
        : html`<table>
            <caption class="for-screen-readers">Call queues with waiting callers, the longest wait first</caption>
            <colgroup><col /><col class="col-meter" /><col class="col-depth" /><col class="col-wait" /></colgroup>
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col" class="meter-cell" aria-hidden="true"></th>
                <th scope="col" class="right">Callers</th>
                <th scope="col" class="right">Longest</th>
              </tr>
            </thead>
            <tbody>
              ${repeat(waiting.slice(0, QUEUE_ROWS), (queue) => queue.key, (queue) => queueRow(queue, deepest, model.levels.queues[queue.key]))}
            </tbody>
          </table>`}
    </section>
  `;
}

function queueRow(queue, deepest, levels) {
  return html`<tr data-queue=${queue.key}>
    <th scope="row">${queue.skills.join(" · ")}</th>
    <td class="meter-cell" aria-hidden="true">${meter(queue.depth, deepest)}</td>
    <td class="right number">${count(queue.depth)}</td>
    <td class="right number">${judged(levels.wait, duration(queue.wait), LATE)}</td>
  </tr>`;
}
