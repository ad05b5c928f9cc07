// The board on the wall: read from metres away, so few things and large; nothing to click, nothing to scroll.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { CHATS } from "../../../parts/channels/channel-choice.js";
import { agentDeadline } from "../../../parts/deadlines.js";
import { count, duration, since } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";
import { sortedKeys } from "../queue-rows.js";
import { groupOf, rowStatus } from "../../../parts/statuses.js";
import { troubleLine } from "../trouble/view.js";
import { agentFigures } from "./agent-figures-view.js";
import { channelLine } from "./channel-line.js";
import { closedPill } from "./closed-pill.js";
import { listWords, queueWords } from "../by-channel/channel-words.js";
import { callerFigures, recentFigures } from "./headline.js";
import { judged, shareBar } from "./levels-view.js";
import { slotsInUse } from "../../../parts/channels/capacity.js";
import { pausedPill, pill } from "../../../parts/pills.js";

// As many as fit with names readable across the room; the rest is a number.
const COLUMNS = 2;
const ROWS = { calm: 9, trouble: 7 };
const QUEUE_ROWS = { calm: 8, trouble: 6 };
const LINE_TAKES = { agents: 2, queues: 2 }; // rows, for the line of the other channel
const FEW = { agents: 6, queues: 5 }; // this few are larger
const LATE = { warn: "late", bad: "very late" };

export function wall(model) {
  const { figures } = model;
  return html`
    ${troubleLine(model)}
    <section class="wall-figures" data-first=${model.first} aria-label="Headline numbers">
      <dl>${callerFigures(model)} ${recentFigures(model)}</dl>
    </section>
    <section class="wall-agents" aria-label="Agents by status">
      ${shareBar(figures.agents)}
      <dl>${agentFigures(model)}</dl>
    </section>
    ${channelLine(model)}
    <div class="wall-tables">${agentTables(model)} ${waitingTable(model)}</div>
  `;
}

/** The line with the problem takes the place of rows, and so does the banner over old data. */
function room({ troubles, fresh }) {
  return troubles.length > 0 || fresh.dim ? "trouble" : "calm";
}

function agentTables(model) {
  const few = model.wallAgents.length <= FEW.agents;
  const rows = ROWS[room(model)] - (model.hasChats ? LINE_TAKES.agents : 0);
  const present = model.wallAgents.slice(0, COLUMNS * rows);
  const others = model.wallAgents.slice(present.length);
  const columns = Array.from({ length: COLUMNS }, (_, column) => present.slice(column * rows, (column + 1) * rows));
  return html`
    <section class="panel wall-people" aria-labelledby="agents-title">
      <header>
        <h2 id="agents-title">${model.first === CHATS ? "Agents for chats" : "Agents"}</h2>
        <span class="amount number">${count(model.wallAgents.length)} signed in</span>
      </header>
      ${present.length === 0
        ? html`<div class="empty"><h3>No agent is signed in</h3></div>`
        : html`<div class="columns ${few ? "few" : ""}">${columns.filter((ids) => ids.length > 0).map((ids, index) => agentTable(ids, index, model))}</div>`}
      ${others.length > 0 ? notListed(others, model) : nothing}
    </section>
  `;
}

/** Agents without a row are still counted by status, with the icons used above. */
function notListed(ids, { agents, figures }) {
  const amounts = new Map();
  for (const id of ids) {
    const name = groupOf(agents[id].status);
    amounts.set(name, (amounts.get(name) ?? 0) + 1);
  }
  return html`<p class="not-listed">
    <span>+ <b class="number">${count(ids.length)}</b> more</span>
    ${figures.agents.groups.filter(({ name }) => amounts.has(name)).map(({ name, word, icon: sign, tone }) =>
      html`<span class="pick tone-${tone}">${icon(sign)}<b class="number">${count(amounts.get(name))}</b><span class="for-screen-readers"> ${word.toLowerCase()}</span></span>`)}
  </p>`;
}

function agentTable(ids, index, model) {
  return html`
    <table>
      <caption class="for-screen-readers">Agents, most urgent first, column ${index + 1}</caption>
      <colgroup><col /><col class="col-status" /><col class="col-time" /></colgroup>
      <thead class="unseen">
        <tr><th scope="col">Name</th><th scope="col">Status</th><th scope="col">For</th></tr>
      </thead>
      <tbody>
        ${repeat(ids, (id) => id, (id) => {
          const agent = model.agents[id];
          const due = agentDeadline(agent, model.now);
          const late = (due?.stuck && "stuck") || (due?.over && "over limit");
          return html`<tr data-agent=${id}>
            <th scope="row" title=${agent.name}>${agent.name}${agent.channel ? html` <small class="number">${slotsInUse(agent)}</small>` : nothing}</th>
            <td>${agent.status === "paused" ? pausedPill(agent, model.config.maxMissedOffers) : pill(rowStatus(agent))}</td>
            <td class="right number ${late ? "late" : ""}">
              ${late ? html`${icon("warn")}<span class="for-screen-readers">${late}, </span>` : nothing}${duration(since(agent.since, model.now))}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  `;
}

/** The queues with callers waiting, worst first. */
function waitingTable(model) {
  const { several } = listWords(model);
  const rows = Object.values(model.queueRows).filter((queue) => queue.depth > 0);
  const waiting = sortedKeys(rows, { by: "worst" }, model.levels.queues).map((key) => model.queueRows[key]);
  const most = QUEUE_ROWS[room(model)] - (model.hasChats ? LINE_TAKES.queues : 0);
  const others = waiting.length - most;
  return html`
    <section class="panel wall-queues" aria-labelledby="queues-title">
      <header>
        <h2 id="queues-title">Waiting by queue</h2>
        ${others > 0 ? html`<span class="held">+ ${others} more</span>` : nothing}
      </header>
      ${waiting.length === 0
        ? html`<div class="empty"><h3>No ${several} waiting</h3></div>`
        : html`<table class=${waiting.length <= FEW.queues ? "few" : ""}>
            <caption class="for-screen-readers">Queues with ${several} waiting, worst first</caption>
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col" class="right">${model.hasChats ? "Waiting" : "Callers"}</th>
                <th scope="col" class="right">Longest</th>
              </tr>
            </thead>
            <tbody>
              ${repeat(waiting.slice(0, most), (queue) => queue.key, (queue) => queueRow(queue, model))}
            </tbody>
          </table>`}
    </section>
  `;
}

function queueRow(queue, model) {
  const levels = model.levels.queues[queue.key];
  return html`<tr data-queue=${queue.key}>
    <th scope="row">${queueWords(queue, model)}${closedPill(queue)}</th>
    <td class="right number">${count(queue.depth)}</td>
    <td class="right number longest">${judged(levels.wait, duration(queue.wait), LATE)}</td>
  </tr>`;
}
