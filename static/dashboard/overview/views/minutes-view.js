// The last hour as two plots or as a table: callers waiting, and calls per minute.

import { html, nothing, svg } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { agentsAt } from "../agent-figures.js";
import { count, hourAndMinute } from "../../../parts/format.js";
import { FIGURE_WORDS } from "../by-channel/channel-words.js";
import { icon } from "../../../parts/icons.js";

/** A level and rates, each with its own axis. Colour, dash and word: no line depends on colour alone. */
export const PLOTS = [
  {
    name: "waiting", title: ({ title }) => `${title} waiting`, says: "Waiting or ringing at the end of the minute",
    lines: [{ name: "waiting", word: "Waiting", tone: "blue", dash: [] }],
  },
  {
    name: "rates", title: ({ name }) => `${name} per minute`, says: "Without the current minute",
    lines: [
      { name: "queued", word: "Offered", tone: "sky", dash: [] },
      { name: "answered", word: "Answered", tone: "green", dash: [7, 3] },
      { name: "abandoned", word: "Abandoned", tone: "red", dash: [2, 3] },
    ],
  },
];

export function minutesPanel(model, on) {
  const { minutes, asTable } = model;
  return html`
    <section class="panel minutes-panel" id="minutes">
      <header>
        <h2 id="minutes-title">Last hour${pointed(model)}</h2>
        ${asTable || minutes.length === 0 ? nothing : legend(model)}
        <button type="button" class="quiet more" aria-pressed=${asTable} @click=${on.toggleTable}>${icon("rows")}<span class="for-screen-readers">Show as </span>Table</button>
      </header>
      ${minutes.length === 0 ? counting(model) : asTable ? table(model) : plots(model)}
    </section>
  `;
}

function pointed({ asTable, pointedAt }) {
  return asTable || pointedAt === null ? nothing : html`<small class="number">${hourAndMinute(pointedAt)}</small>`;
}

function counting({ first }) {
  return html`<div class="empty"><p>Counting the ${FIGURE_WORDS[first].contact}s of the last hour…</p></div>`;
}

function plots(model) {
  const words = FIGURE_WORDS[model.first];
  return html`<div class="plots">${PLOTS.map((plot) => html`
    <figure class="plot-of">
      <figcaption><span title=${plot.says}>${plot.title(words)}</span></figcaption>
      <div class="plot" data-plot=${plot.name} role="img" aria-label=${SAYS[plot.name](model.minutes, words)}></div>
    </figure>`)}
  </div>`;
}

/** The lines of both plots, with their numbers in the minute under the mouse. */
function legend({ minutes, pointedAt }) {
  const minute = minutes.find(({ at }) => at === pointedAt);
  return html`
    <ul class="legend">
      ${PLOTS.flatMap(({ lines }) => lines).map(({ name, word, tone, dash }) => html`<li class="tone-${tone}">
        <svg viewBox="0 0 18 4" aria-hidden="true">${svg`<path d="M0 2H18" stroke-dasharray=${dash.join(" ")}></path>`}</svg>
        <span>${word}</span>${minute ? html`<b class="number">${count(minute[name])}</b>` : nothing}
      </li>`)}
    </ul>
  `;
}

const SAYS = {
  waiting: (minutes, words) => {
    const most = Math.max(...minutes.map(({ waiting }) => waiting));
    return `Chart of the ${words.waiting}s waiting in the last hour, by minute: ${minutes.at(-1).waiting} now, ${most} at most. The table has every minute.`;
  },
  rates: (minutes, words) => {
    const ended = minutes.slice(0, -1);
    const each = (name) => ended.at(-1)?.[name] ?? 0;
    return `Chart of the ${words.contact}s per minute in the last hour: in the last full minute ${each("queued")} offered, ${each("answered")} answered, ${each("abandoned")} abandoned. The table has every minute.`;
  },
};

const COLUMNS = [
  ["waiting", "Waiting"],
  ["queued", "Offered"],
  ["answered", "Answered"],
  ["abandoned", "Abandoned"],
];

function table({ minutes, listedMinutes, head, figures, first }) {
  const newest = [...listedMinutes].reverse();
  const running = minutes.at(-1).at;
  const { groups } = figures.agents;
  const now = Object.fromEntries(groups.map(({ name, amount }) => [name, amount]));
  return html`
    <div class="scroll" data-table="minutes" tabindex="0" role="region" aria-labelledby="minutes-title">
      <table class="by-minute">
        <caption class="for-screen-readers">The last hour by minute, newest first</caption>
        <thead>
          <tr><th scope="col" rowspan="2">Minute</th><th scope="colgroup" colspan=${COLUMNS.length} class="side-title">${FIGURE_WORDS[first].title}</th>
            <th scope="colgroup" colspan=${groups.length} class="side-title first">Agents at end of minute</th></tr>
          <tr>${COLUMNS.map(([, word]) => html`<th scope="col" class="right">${word}</th>`)}${groups.map(({ word }, index) =>
            html`<th scope="col" class="right ${index === 0 ? "first" : ""}">${word}</th>`)}</tr>
        </thead>
        <tbody>
          ${repeat(newest, ({ at }) => at, (minute) => html`<tr>
            <th scope="row" class="number">${hourAndMinute(minute.at)}${minute.at === running ? html`<span class="detail">so far</span>` : nothing}</th>
            ${COLUMNS.map(([name]) => html`<td class="right number">${count(minute[name])}</td>`)}
            ${agentCells(groups, minute.at === running ? now : agentsAt(head.state.agent_minutes, minute.at))}
          </tr>`)}
        </tbody>
      </table>
    </div>
  `;
}

/** A minute without a feed is unknown. */
function agentCells(groups, amounts) {
  return groups.map(({ name }, index) => html`<td class="right number ${index === 0 ? "first" : ""}">${count(amounts?.[name])}</td>`);
}
