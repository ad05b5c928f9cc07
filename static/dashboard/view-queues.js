// The tables of queues, one for waiting calls and one for waiting agents.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { count, duration, estimate, queueSkills, since } from "./format.js";
import { icon } from "./icons.js";
import { queueOrder } from "./ordering.js";
import { meter } from "./view-parts.js";

const EXPECTED = "Wait to expect: the calls ahead ÷ the calls served per second in the last minutes";

export function callQueuesPanel(model) {
  return panel(model, {
    name: "call_queues",
    title: "Call queues",
    caption: "Queues of waiting calls: depth, longest wait, wait to expect, version",
    note: nothing,
    target: model.figures.target,
    estimates: true,
  });
}

export function agentQueuesPanel(model) {
  return panel(model, {
    name: "agent_queues",
    title: "Agent queues",
    caption: "Queues of waiting agents: depth, longest wait, version",
    note: html`<p class="footnote">An agent in two queues counts twice.</p>`,
    target: NaN,
    estimates: false,
  });
}

function panel(model, { name, title, caption, note, target, estimates }) {
  const queues = model.state[name];
  const keys = queueOrder(queues);
  const deepest = Math.max(1, ...keys.map((key) => queues[key].depth));
  return html`
    <section class="panel queues-panel">
      <header>
        <h2 id="${name}-title">${title}</h2>
        <span class="amount number">${count(keys.length)}</span>
      </header>
      ${keys.length === 0
        ? html`<div class="empty"><p>No queues yet. <code>python manage.py create_table</code> and <code>seed_agents</code> make them.</p></div>`
        : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="${name}-title">
            <table class="queues">
              <caption class="for-screen-readers">${caption}</caption>
              <colgroup>
                <col class="col-name" /><col class="col-meter" /><col class="col-depth" /><col class=${estimates ? "col-late" : "col-wait"} />
                ${estimates ? html`<col class="col-wait" />` : nothing}<col class="col-version" />
              </colgroup>
              <thead>
                <tr>
                  <th scope="col">Queue</th>
                  <th scope="col" class="meter-cell" aria-hidden="true"></th>
                  <th scope="col" class="right">Depth</th>
                  <th scope="col" class="right">Longest</th>
                  ${estimates ? html`<th scope="col" class="right"><abbr title=${EXPECTED}>Expect</abbr></th>` : nothing}
                  <th scope="col" class="right"><abbr title="Version: goes up by one with every change of the queue">Ver.</abbr></th>
                </tr>
              </thead>
              <tbody>${repeat(keys, (key) => key, (key) => row(key, queues[key], { deepest, target, estimates, now: model.now }))}</tbody>
            </table>
          </div>`}
      ${note}
    </section>
  `;
}

/** The language whole where there is room, else its first letters; the style sheet decides. */
function skills([language, ...others]) {
  return html`${language.slice(0, 3)}<span class="rest">${language.slice(3)}</span>${others.map((one) => ` · ${one}`)}`;
}

function row(key, queue, { deepest, target, estimates, now }) {
  const wait = since(queue.oldest, now);
  const late = wait > target;
  return html`
    <tr data-queue=${key} ?data-empty=${queue.depth === 0}>
      <th scope="row" title=${key}>${skills(queueSkills(key))}</th>
      <td class="meter-cell" aria-hidden="true">${meter(queue.depth, deepest)}</td>
      <td class="right number depth">${count(queue.depth)}</td>
      <td class="right number ${late ? "late" : ""}">
        ${late ? html`${icon("warn")}<span class="for-screen-readers">late, </span>` : nothing}${duration(wait)}
      </td>
      ${estimates ? html`<td class="right number expected">${estimate(queue.estimate)}</td>` : nothing}
      <td class="right number version">${count(queue.version)}</td>
    </tr>
  `;
}
