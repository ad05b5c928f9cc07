// The numbers that come first, each beside its target where it has one, with how it is reckoned.

import { html, nothing } from "lit-html";

import { clock, count, duration, percent, plural, queueSkills } from "./format.js";
import { icon } from "./icons.js";
import { agentFigures } from "./view-agent-figures.js";
import { shareBar, spark, standing } from "./view-levels.js";

const PAST = "The line: the last 30 minutes";
const OVER_FIVE = `${PAST}, each point over five of them.`;

export function headline(model) {
  const { figures } = model;
  return html`
    <section class="headline" aria-label="Headline numbers">
      <div class="group callers">
        <h2>Callers now</h2>
        <dl>${callerFigures(model)}</dl>
      </div>
      <div class="group agents">
        <h2>Agents <small class="number">${count(figures.agents.total)}</small>${shareBar(figures.agents)}</h2>
        <dl>${agentFigures(model)}</dl>
      </div>
      <div class="group today">
        <h2>${today(figures)}</h2>
        <dl>${dayFigures(model)}</dl>
      </div>
    </section>
  `;
}

export function callerFigures({ figures, levels, sparks, config }) {
  return [
    figure({
      name: "waiting",
      label: "Waiting",
      formula: `Callers in all call queues now. Target: at most ${count(figures.waitingTarget)} in each queue, where none of its own is set. ${PAST}, with those who ring.`,
      value: count(figures.waiting),
      spark: spark(sparks.waiting),
      ...standing(levels.waiting, spread(figures), "many", "too many"),
    }, figures, config),
    figure({
      name: "longest-wait",
      label: "Longest wait",
      formula: `Now − queued at, of whoever waits longest. The target is that of the queue. ${PAST}, at the end of each, with those who ring.`,
      value: duration(figures.longestWait),
      spark: spark(sparks.longest, { target: figures.longestTarget / 1000 }),
      ...standing(levels.longestWait, config.kiosk ? whereOnWall(figures) : whereLongest(figures), "late", "very late"),
    }, figures, config),
  ];
}

function spread({ waiting, queuesInUse }) {
  return waiting === 0 ? "nobody waits" : `in ${plural(queuesInUse, "queue")}`;
}

/** The first letters of a language say which: there is no room for more. */
function whereLongest(figures) {
  if (!figures.longestKey) return target(figures);
  const [language, ...others] = queueSkills(figures.longestKey);
  const queue = [language.slice(0, 3), ...others].join(" · ");
  return html`<span class="queue" title=${queue}>${queue}</span><span class="limit">, ≤ ${duration(figures.longestTarget)}</span>`;
}

function whereOnWall(figures) {
  if (!figures.longestKey) return target(figures);
  const [language, ...others] = queueSkills(figures.longestKey);
  return `${[language.slice(0, 3), ...others].join(" · ")}, ≤ ${duration(figures.longestTarget)}`;
}

function target({ longestTarget }) {
  return `target ${duration(longestTarget)}`;
}

function today(figures) {
  return html`Today${figures.since ? html`<small> since ${clock(figures.since).slice(0, 5)}</small>` : nothing}
    <span class="counts">${counted("offered", figures.offered)}${counted("answered", figures.answered)}${
      figures.setAside > 0 ? counted("set aside", figures.setAside) : nothing}</span>`;
}

function counted(word, number) {
  return html`<span data-figure=${word.replace(" ", "-")}><b class="value number">${count(number)}</b> ${word}</span>`;
}

export function dayFigures({ figures, levels, sparks, config }) {
  const { formulas } = figures;
  return [
    figure({
      name: "service-level",
      label: "Service level",
      formula: formulas.service_level && `${formulas.service_level}. ${OVER_FIVE}`,
      value: percent(figures.serviceLevel),
      spark: spark(sparks.serviceLevel, { most: 1, target: figures.serviceLevelTarget }),
      ...standing(levels.serviceLevel, `target ${round(figures.serviceLevelTarget)}`, "low", "very low"),
    }, figures, config),
    figure({
      name: "abandoned",
      label: "Abandoned",
      formula: formulas.abandonment && `Callers who hung up. The share: ${formulas.abandonment}. ${PAST}, callers per minute.`,
      value: count(figures.abandoned),
      spark: spark(sparks.abandoned),
      ...standing(levels.abandonment, shareLost(figures), "high", "very high"),
    }, figures, config),
    figure({
      name: "asa",
      label: html`<abbr title="Average speed of answer">ASA</abbr>`,
      formula: formulas.asa_seconds && `Average speed of answer: ${formulas.asa_seconds}. ${OVER_FIVE}`,
      value: duration(figures.asa),
      spark: spark(sparks.asa, { target: figures.asaTarget / 1000 }),
      ...standing(levels.asa, `target ${duration(figures.asaTarget)}`, "slow", "very slow"),
    }, figures, config),
  ];
}

function shareLost({ abandonment, abandonmentTarget }) {
  const share = Number.isFinite(abandonment) ? html`<span>${percent(abandonment)},</span> ` : nothing;
  return html`${share}<span>target ${round(abandonmentTarget)}</span>`;
}

/** A target as somebody set it: "5 %", not "5.0 %". */
function round(share) {
  return percent(share).replace(".0 ", " ");
}

/** On the wall, where nobody hovers, without its formula. */
function figure({ formula, ...shown }, { redBeyond }, { kiosk }) {
  const label = formula && !kiosk ? explained(shown.name, shown.label, formula, redBeyond) : shown.label;
  return bareFigure({ ...shown, label });
}

function bareFigure({ name, label, value, note = "", tone = "plain", verdict = nothing, spark: line = nothing }) {
  return html`
    <div class="figure tone-${tone}" data-figure=${name}>
      <dt>${label}</dt>
      <dd>
        <span class="reading"><span class="value number ${value.length > 5 ? "long" : ""}">${value}</span>${line}</span>
        <span class="standing"><span class="note">${note}</span>${verdict}</span>
      </dd>
    </div>
  `;
}

function explained(name, label, formula, redBeyond) {
  const levels = Number.isFinite(redBeyond) ? ` Orange beyond the target, red beyond ${count(redBeyond)} times it.` : "";
  return html`<button type="button" class="explained" aria-describedby="formula-${name}">${label}${icon("info")}</button
    ><span class="tooltip" role="tooltip" id="formula-${name}">${formula[0].toUpperCase()}${formula.slice(1)}${levels}</span>`;
}
