// The headline numbers, each with its target, if any, and its formula.

import { html, nothing } from "lit-html";

import { CHATS } from "../../../parts/channels/channel-choice.js";
import { clock, count, duration, percent, percentAsSet, plural, rating, sentenceCase } from "../../../parts/format.js";
import { skillWords } from "../../../parts/names/skill-names.js";
import { FIGURE_WORDS } from "../by-channel/channel-words.js";
import { icon } from "../../../parts/icons.js";
import { agentFigures } from "./agent-figures-view.js";
import { shareBar, spark, standing } from "./levels-view.js";

const PAST = "Line: the last 30 minutes";
const OVER_FIVE = `${PAST}, each point covers five.`;

export function headline(model) {
  const { figures } = model;
  const { name, title } = FIGURE_WORDS[model.first];
  return html`
    <section class="headline" data-first=${model.first} aria-label="Headline numbers">
      <div class="group callers">
        <h2>${title} now</h2>
        <dl>${callerFigures(model)}</dl>
      </div>
      <div class="group agents">
        <h2>${model.first === CHATS ? `Agents for ${name.toLowerCase()}` : "Agents"} <small class="number">${count(figures.agents.total)}</small>${shareBar(figures.agents)}</h2>
        <dl>${agentFigures(model)}</dl>
      </div>
      <div class="group recent">
        <h2>${lastMinutes(figures)} ${todayCounts(figures)}</h2>
        <dl>${recentFigures(model)}</dl>
      </div>
    </section>
  `;
}

export function callerFigures({ figures, levels, sparks, config, first }) {
  const words = FIGURE_WORDS[first];
  return [
    figure({
      name: "waiting",
      label: "Waiting",
      formula: `${words.title} in all ${words.contact} queues now. Target: at most ${count(figures.waitingTarget)} in each queue, unless the queue has its own. ${PAST}, with those ringing.`,
      value: count(figures.waiting),
      spark: spark(sparks.waiting),
      ...standing(levels.waiting, spread(figures, words), { warn: "many", bad: "too many" }),
    }, figures, config),
    figure({
      name: "longest-wait",
      label: "Longest wait",
      formula: `Wait of ${words.longest}. Target: that of the queue. ${PAST}, at the end of each, with those ringing.`,
      value: duration(figures.longestWait),
      spark: spark(sparks.longest, { target: figures.longestTarget / 1000 }),
      ...standing(levels.longestWait, config.kiosk ? whereOnWall(figures) : whereLongest(figures), { warn: "late", bad: "very late" }),
    }, figures, config),
  ];
}

function spread({ waiting, queuesInUse }, words) {
  return waiting === 0 ? `no ${words.waiting}s waiting` : `in ${plural(queuesInUse, "queue")}`;
}

/** A language by its first letters: there is no room for more. A queue's own name stays. */
function whereLongest(figures) {
  if (!figures.longestKey) return target(figures);
  const [first, ...others] = skillWords(figures.longestKey);
  const queue = [others.length > 0 ? first.slice(0, 3) : first, ...others].join(" · ");
  return html`<span class="queue" title=${queue}>${queue}</span><span class="limit">${limit(figures, ", ")}</span>`;
}

/** The queue has a line for itself. */
function whereOnWall(figures) {
  if (!figures.longestKey) return target(figures);
  return html`<span class="queue">${skillWords(figures.longestKey).join(" · ")}</span><span class="limit">${limit(figures)}</span>`;
}

function limit({ longestTarget }, before = "") {
  return Number.isFinite(longestTarget) ? `${before}≤ ${duration(longestTarget)}` : "";
}

function target({ longestTarget }) {
  return Number.isFinite(longestTarget) ? `target ${duration(longestTarget)}` : "";
}

function lastMinutes({ recent }) {
  return Number.isFinite(recent.minutes) ? `Last ${recent.minutes} min` : "Last minutes";
}

function todayCounts({ today }) {
  return html`<span class="counts"><span>Today${today.since ? html`<span class="since"> since ${clock(today.since).slice(0, 5)}</span>` : nothing}</span>
    ${countedOf("offered", today.offered)}${countedOf("answered", today.answered)}
    ${today.removed > 0 ? countedOf("removed", today.removed) : nothing}${today.failed > 0 ? countedOf("failed", today.failed) : nothing}</span>`;
}

function countedOf(word, number) {
  return html`<span data-figure=${word}><b class="value number">${count(number)}</b> ${word}</span>`;
}

export function recentFigures({ figures, levels, sparks, config, calm, first }) {
  const { recent, today } = figures;
  const words = FIGURE_WORDS[first];
  const kiosk = config.kiosk;
  return [
    figure({
      name: "service-level",
      label: labelled("Service level", recent, kiosk),
      formula: bothFormulas(figures, "service_level", words),
      value: percent(recent.serviceLevel),
      spark: spark(sparks.serviceLevel, { most: 1, target: figures.serviceLevelTarget }),
      today: percent(today.serviceLevel),
      ...standing(levels.serviceLevel, orNone(recent.serviceLevel, figures, `${kiosk ? "≥" : "target"} ${percentAsSet(figures.serviceLevelTarget)}`, { kiosk, words }), { warn: "low", bad: "very low", ticks: calm }),
    }, figures, config),
    figure({
      name: "abandoned",
      label: labelled("Abandonment", recent, kiosk),
      formula: bothFormulas(figures, "abandonment", words, `${PAST}, ${words.left}s per minute.`),
      value: percent(recent.abandonment),
      spark: spark(sparks.abandoned),
      today: percent(today.abandonment),
      ...standing(levels.abandonment, orNone(recent.abandonment, figures, lost(figures, kiosk, words), { kiosk, words }), { warn: "high", bad: "very high" }),
    }, figures, config),
    figure({
      name: "asa",
      label: labelled(kiosk ? "ASA" : html`<abbr title="Average speed of answer">ASA</abbr>`, recent, kiosk),
      formula: bothFormulas(figures, "asa_seconds", words),
      value: duration(recent.asa),
      spark: spark(sparks.asa, { target: figures.asaTarget / 1000 }),
      today: duration(today.asa),
      ...standing(levels.asa, orNone(recent.asa, figures, `${kiosk ? "≤" : "target"} ${duration(figures.asaTarget)}`, { none: "nobody answered", kiosk, words }), { warn: "slow", bad: "very slow", ticks: calm }),
    }, figures, config),
    ...(first === CHATS ? responseFigures({ figures, levels, config, calm }) : []),
  ];
}

/** What chats have besides; shares and targets stand below the number. */
function responseFigures({ figures, levels, config, calm }) {
  const { recent, today, firstResponseTarget, firstResponseLevelTarget, ratingTarget } = figures;
  const words = FIGURE_WORDS[CHATS];
  const inTime = Number.isFinite(recent.firstResponseLevel) ? `${percent(recent.firstResponseLevel)} in time` : "none yet";
  return [
    figure({
      name: "first-response",
      label: labelled("First response", recent, config.kiosk),
      formula: `${bothFormulas(figures, "first_response_seconds", { ...words, counted: "chats first answered in them, or ended without an answer" }, "")}In time: within ${duration(firstResponseTarget)}, for at least ${percentAsSet(firstResponseLevelTarget)}; ${recent.formulas.first_response_level ?? ""}.`,
      value: duration(recent.firstResponse),
      today: duration(today.firstResponse),
      ...standing(levels.firstResponse, inTime, { warn: "late", bad: "very late", ticks: calm }),
    }, figures, config),
    figure({
      name: "rating",
      label: labelled("Rating", recent, config.kiosk),
      formula: bothFormulas(figures, "rating", { ...words, counted: "chats that ended in them" }, ""),
      value: rating(recent.rating),
      today: rating(today.rating),
      ...standing(levels.rating, Number.isFinite(ratingTarget) ? `target ${rating(ratingTarget)}` : `${plural(recent.rated ?? 0, "rating")}`, { warn: "low", bad: "very low", ticks: calm }),
    }, figures, config),
  ];
}

/** On the wall no group names the minutes of the figures. */
function labelled(word, { minutes }, kiosk) {
  return kiosk && Number.isFinite(minutes) ? html`${word} <small>${minutes} min</small>` : word;
}

/** A share of nothing has no level. A feed that has just started is still counting the last hour. */
function orNone(value, { recent }, note, { none = "nobody served yet", kiosk, words: { contact } }) {
  if (Number.isFinite(value)) return note;
  if (recent.offered === undefined) return "counting…";
  if (recent.offered !== 0 || recent.overdue > 0) return none;
  return kiosk ? `no ${contact}s` : `no ${contact}s in ${recent.minutes} min`;
}

function lost({ recent, abandonmentTarget }, kiosk, { left }) {
  if (kiosk) return `≤ ${percentAsSet(abandonmentTarget)}`;
  return html`<span>${plural(recent.abandoned, left)},</span> <span>≤ ${percentAsSet(abandonmentTarget)}</span>`;
}

function bothFormulas({ recent, today }, name, { contact, counted = `${contact}s whose wait ended in them` }, line = OVER_FIVE) {
  if (!recent.formulas[name]) return "";
  return `Last ${recent.minutes} min: ${recent.formulas[name]}, of ${counted}. Today: ${today.formulas[name]}, of ${contact}s queued today. ${line}`;
}


/** On the wall, where nobody hovers, without its formula. */
function figure({ formula, ...shown }, { redBeyond }, { kiosk }) {
  const label = formula && !kiosk ? explained(shown.name, shown.label, formula, redBeyond) : shown.label;
  return bareFigure({ ...shown, label });
}

function bareFigure({ name, label, value, note = "", tone = "plain", verdict = nothing, spark: line = nothing, today = "" }) {
  return html`
    <div class="figure tone-${tone}" data-figure=${name}>
      <dt>${label}</dt>
      <dd>
        <span class="reading"><span class="value number ${value.length > 5 ? "long" : ""}">${value}</span>${line}</span>
        ${today ? html`<span class="day number">today ${today}</span>` : nothing}
        <span class="standing"><span class="note">${note}</span>${verdict}</span>
      </dd>
    </div>
  `;
}

function explained(name, label, formula, redBeyond) {
  const levels = Number.isFinite(redBeyond) ? ` Orange beyond the target, red beyond ${count(redBeyond)} times it.` : "";
  return html`<button type="button" class="explained" aria-describedby="formula-${name}">${label}${icon("info")}</button
    ><span class="tooltip" role="tooltip" id="formula-${name}">${sentenceCase(formula)}${levels}</span>`;
}
