// The numbers that come first, each beside its target where it has one.

import { html, nothing, svg } from "lit-html";

import { clock, count, duration, percent, plural } from "./format.js";
import { icon } from "./icons.js";

export function headline(model, on) {
  const { figures } = model;
  return html`
    <section class="headline" aria-label="Headline numbers">
      <div class="group callers">
        <h2>Callers now</h2>
        <dl>${callerFigures(model)}</dl>
      </div>
      <div class="group today">
        <h2>Today${figures.since ? html`<small> since ${clock(figures.since).slice(0, 5)}</small>` : nothing}</h2>
        <dl>${todayFigures(figures)}${setAside(figures)}</dl>
      </div>
      <div class="group agents">
        <h2>Agents <small class="number">${count(figures.agents.total)}</small>${shareBar(figures.agents)}</h2>
        <dl>${figures.agents.groups.map((group) => agentFigure(group, model, on))}</dl>
      </div>
    </section>
  `;
}

export function callerFigures({ figures, levels, config }) {
  return [
    figure({ name: "waiting", label: "Waiting", value: count(figures.waiting), note: spread(figures) }),
    figure({
      name: "longest-wait",
      label: "Longest wait",
      value: duration(figures.longestWait),
      ...standing(levels.longestWait, `target ${duration(figures.target)}`, "late", "very late"),
    }),
    figure({
      name: "service-level",
      label: figures.formula ? explained("Service level", figures.formula) : "Service level",
      value: percent(figures.serviceLevel),
      ...standing(levels.serviceLevel, `target ${percent(config.serviceLevelTarget)}`, "low", "very low"),
    }),
  ];
}

function spread({ waiting, queuesInUse }) {
  return waiting === 0 ? "nobody waits" : `in ${plural(queuesInUse, "queue")}`;
}

export function todayFigures(figures) {
  return [
    figure({ name: "offered", label: "Offered", value: count(figures.offered) }),
    figure({ name: "answered", label: "Answered", value: count(figures.answered) }),
    figure({
      name: "abandoned",
      label: "Abandoned",
      value: count(figures.abandoned),
      note: Number.isFinite(figures.abandonment) ? percent(figures.abandonment) : "",
    }),
  ];
}

/** Calls removed, rejected or among the dead letters: a figure only on a day that has some. */
function setAside(figures) {
  if (!(figures.setAside > 0)) return nothing;
  return figure({ name: "set-aside", label: "Set aside", value: count(figures.setAside) });
}

function standing(level, target, warn, bad) {
  const [word, tone, sign] = {
    good: ["on target", "green", "check"],
    warn: [warn, "orange", "warn"],
    bad: [bad, "red", "alert"],
  }[level] ?? [];
  if (!word) return { note: target };
  return { note: html`${target}`, tone, verdict: html`<span class="verdict">${icon(sign)}${word}</span>` };
}

export function figure({ name, label, value, note = "", tone = "plain", verdict = nothing }) {
  return html`
    <div class="figure tone-${tone}" data-figure=${name}>
      <dt>${label}</dt>
      <dd><span class="value number">${value}</span><span class="note">${note} ${verdict}</span></dd>
    </div>
  `;
}

function explained(label, formula) {
  return html`<button type="button" class="explained" aria-describedby="formula">${label}${icon("info")}</button
    ><span class="tooltip" role="tooltip" id="formula">${formula}</span>`;
}

function agentFigure(group, { filter }, on) {
  const chosen = filter.status === group.name;
  return html`
    <div class="figure" data-figure=${group.name}>
      <dt>
        <button type="button" class="pick tone-${group.tone}" aria-pressed=${chosen} title="Show only these agents"
          @click=${() => on.pickStatus(chosen ? "" : group.name)}>
          ${icon(group.icon)}${group.word}
        </button>
      </dt>
      <dd><span class="value number">${count(group.amount)}</span></dd>
    </div>
  `;
}

/** One bar, divided as the agents are. Decoration: the numbers below say the same. */
export function shareBar({ total, groups }) {
  let x = 0;
  return html`<svg class="share" viewBox="0 0 ${Math.max(total, 1)} 1" preserveAspectRatio="none" aria-hidden="true">
    ${groups.map((group) => {
      const part = svg`<rect class="tone-${group.tone}" x=${x} y="0" width=${group.amount} height="1"></rect>`;
      x += group.amount;
      return part;
    })}
  </svg>`;
}
