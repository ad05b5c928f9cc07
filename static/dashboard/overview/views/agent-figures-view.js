// Agents by status: number, target, last half hour, formula.

import { html } from "lit-html";

import { count, percentAsSet } from "../../../parts/format.js";
import { CHATS } from "../../../parts/channels/channel-choice.js";
import { FIGURE_WORDS } from "../by-channel/channel-words.js";
import { icon } from "../../../parts/icons.js";
import { spark, standing } from "./levels-view.js";

const PAST = "Line: the last 30 minutes, one point a minute; gaps where no feed ran.";

export function agentFigures({ figures, levels, agentSparks, config, calm, first }) {
  return figures.agents.groups.map((group) => {
    const { tone = "plain", note, verdict } = standing(levels[group.name], target(group, figures.agents, config.kiosk), words(group, calm));
    const word = html`${icon(group.icon)}${group.word}`;
    return html`
      <div class="figure tone-${tone}" data-figure=${group.name}>
        <dt>${config.kiosk ? html`<span class="pick tone-${group.tone}">${word}</span>` : explained(group, word, figures.agents, first)}</dt>
        <dd>
          <span class="reading"><span class="value number">${count(group.amount)}</span>${drawn(group, agentSparks[group.name])}</span>
          <span class="standing"><span class="note">${note}</span>${verdict}</span>
        </dd>
      </div>
    `;
  });
}

/** The target is a goal to reach only if fewer are worse. */
function words({ least }, calm) {
  return least ? { warn: "few", bad: "too few", ticks: calm } : { warn: "many", bad: "too many" };
}

/** On the wall, where letters are large, as a sign. */
function target({ target: limit, least }, { isCounting }, short) {
  if (isCounting) return "counting…";
  if (!Number.isFinite(limit)) return "no target";
  if (short) return `${least ? "≥" : "≤"} ${count(limit)}`;
  return `at ${least ? "least" : "most"} ${count(limit)}`;
}

/** The past minutes, and the present. */
function drawn({ amount, target: limit }, minutes) {
  return spark([...minutes, amount], { target: limit });
}

function explained(group, word, agents, channel) {
  const listed = `/agents/?${channel === CHATS ? `channel=${CHATS}&` : ""}status=${group.name}`;
  return html`<a class="pick tone-${group.tone}" href=${listed} aria-describedby="formula-${group.name}">${word}</a
    ><span class="tooltip" role="tooltip" id="formula-${group.name}">${FIGURE_WORDS[channel].groups[group.name]} ${aim(group, agents)} ${PAST} Select to list them.</span>`;
}

function aim({ name, share, crew, target: limit, least, red }, { isCounting }) {
  const whom = name === "offline" ? "all agents" : "those signed in";
  if (isCounting) return "";
  if (!share) return "No target is set.";
  const set = `Target: at ${least ? "least" : "most"} ${percentAsSet(share)} of ${whom}, rounded ${least ? "down" : "up"}`;
  if (!Number.isFinite(limit)) return `${set}; with ${count(crew)}, no agents.`;
  const beyond = least ? "below" : "above";
  return `${set}: ${count(limit)} of ${count(crew)}. Orange ${beyond} it, red ${beyond} ${count(Math.round(red * 10) / 10)}.`;
}
