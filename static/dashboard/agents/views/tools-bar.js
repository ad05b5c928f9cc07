// Tools of the table of agents: filter, order on a phone, columns.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";

import { CHATS, COLUMNS } from "../columns.js";
import { CHATS as CHAT_ROWS, channelChoice } from "../../../parts/channels/channel-choice.js";
import { count } from "../../../parts/format.js";
import { languageName } from "../../../parts/names/skill-names.js";
import { teamChoice } from "../../../parts/teams.js";
import { icon } from "../../../parts/icons.js";
import { AGENT_GROUPS, CHAT_GROUPS } from "../../../parts/statuses.js";

export function tools(model, on) {
  const { view, census, shownIds } = model;
  return html`
    <header class="roster-tools">
      <search class="filter">
        <label>${icon("search")}<span class="for-screen-readers">Filter agents</span>
          <input id="filter" type="search" placeholder="Name or reason" autocomplete="off" spellcheck="false"
            maxlength="60" .value=${live(view.text)} @input=${on.typeFilter} />
        </label>
        ${languageChoice(view, census, on)}${teamChoice(view.team, model.config.teams, on)}${channelChoice({ channel: view.channel, hasChats: model.hasChats }, on)}
      </search>
      <div class="statuses" role="group" aria-label="Status">${(view.channel === CHAT_ROWS ? CHAT_GROUPS : AGENT_GROUPS).map((group) => statusPick(group, model, on))}</div>
      <span class="roster-amount">
        <b class="number">${count(shownIds.length)}</b>${shownIds.length === census.total ? " agents" : html` of <span class="number">${count(census.total)}</span><span class="unit"> agents</span>`}${model.held.agents ? html`<span class="held">, order held</span>` : nothing}
      </span>
      ${sortChoice(view, on)}
      <button type="button" class="quiet" @click=${on.showColumns}>${icon("columns")}<span>Columns</span></button>
    </header>
  `;
}

function languageChoice({ language }, { languages }, on) {
  const known = language && !languages.includes(language) ? [...languages, language] : languages;
  return html`<div class="choice">
    <select id="language" aria-label="Language" @change=${on.pickLanguage}>
      <option value="" .selected=${live(language === "")}>Any language</option>
      ${known.map((one) => html`<option value=${one} .selected=${live(language === one)}>${languageName(one)}</option>`)}
    </select>
  </div>`;
}

function statusPick({ name, word, icon: sign, tone }, { view, census }, on) {
  const chosen = view.status === name;
  return html`<button type="button" class="pick tone-${tone}" data-status=${name} aria-pressed=${chosen}
    title=${chosen ? "Show all agents" : "Show only these agents"} @click=${() => on.pickStatus(chosen ? "" : name)}>
    ${icon(sign)}${word} <span class="number">${count(census.groups[name])}</span>
  </button>`;
}

/** Choice of the order, if the table's head has no room. */
function sortChoice({ sort, channel }, on) {
  const columns = channel === CHAT_ROWS ? [...COLUMNS, CHATS] : COLUMNS;
  return html`<div class="choice sort-choice">
    <label for="sort">Sort by</label>
    <select id="sort" @change=${on.pickSort}>
      ${columns.map(({ name, word }) => html`<option value=${name} .selected=${live(sort.column === name)}>${word}</option>`)}
    </select>
  </div>`;
}

export function columnsDialog({ view }, on) {
  return html`
    <dialog id="columns-dialog" class="dialog" aria-labelledby="columns-title">
      <header>
        <h2 id="columns-title">Columns</h2>
        <form method="dialog"><button class="quiet" aria-label="Close">${icon("close")}</button></form>
      </header>
      <div class="columns-choice">
        ${COLUMNS.filter(({ always }) => !always).map(
          ({ name, word, title }) => html`<label>
            <input type="checkbox" .checked=${live(view.columns.includes(name))} @change=${(event) => on.showColumn(name, event.target.checked)} />
            <span>${word}${title ? html`<small>${title}</small>` : nothing}</span>
          </label>`,
        )}
      </div>
    </dialog>
  `;
}
