// The table of agents: only rows in sight are drawn; screen readers get the row numbers.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";

import { cell, choiceCell } from "./cells.js";
import { CHATS, drawnColumns, widthsOf } from "../columns.js";
import { count } from "../../../parts/format.js";
import { CALLS, CHATS as CHAT_ROWS } from "../../../parts/channels/channel-choice.js";
import { icon } from "../../../parts/icons.js";

/** `model.window` holds the pieces to draw; see window.js. The last column takes the remaining room. */
export function agentsTable(model, on) {
  const { view, shownIds, window } = model;
  const columns = [...drawnColumns(view.columns), ...(model.hasChats && view.channel !== CALLS ? [CHATS] : [])];
  const { all, least } = widthsOf(columns, { canSelect: model.canSelect, canChoose: model.showsChoice, room: model.room });
  return html`
    <div class="scroll roster-scroll" tabindex="-1" role="region" aria-label="Agents" @scroll=${on.scrolled}>
      <table class="roster" role="table" aria-rowcount=${shownIds.length + 1} .style=${`min-width: ${least}px`}>
        <caption class="for-screen-readers">Agents, ${count(shownIds.length)} of ${count(model.census.total)}. Arrow keys move between rows.</caption>
        <colgroup>${all.map((width, place) => html`<col .style=${place < all.length - 1 ? `width: ${width}px` : ""} />`)}</colgroup>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex="1">
            ${model.canSelect ? pickAll(model, on) : nothing}${columns.map((column) => head(column, view, on))}
            ${model.showsChoice ? html`<th scope="col" role="columnheader" class="choose">Set status</th>` : nothing}
          </tr>
        </thead>
        <tbody role="rowgroup" data-table="agents" @keydown=${on.walk} @focusin=${on.enterRow}>
          ${repeat(lines(window, shownIds), (line) => line.key, (line) => (line.gap ? gap(line.gap, model) : row(line, columns, model, on)))}
        </tbody>
      </table>
    </div>
  `;
}

/** The key of a gap is the row after it: remaining rows keep their order, and a focused row is not moved. */
function lines(window, ids) {
  return window.flatMap(({ gap: rows, from, to }, place) =>
    rows
      ? { key: `before ${ids[window[place + 1]?.from] ?? ""}`, gap: rows }
      : ids.slice(from, to).map((id, index) => ({ key: `row ${id}`, id, at: from + index })),
  );
}

/** Stands for rows that are not drawn. Its height is set by script: the page allows no styles in its text. */
function gap(rows, { rowHeight }) {
  return html`<tr class="gap" aria-hidden="true" .style=${`height: ${rows * rowHeight}px`}></tr>`;
}

function head({ name, word, title }, { sort, channel }, on) {
  if (name === CHATS.name && channel !== CHAT_ROWS) return html`<th scope="col" role="columnheader" class="cell-chats" title=${title}>${word}</th>`;
  const sorted = sort.column === name;
  return html`<th scope="col" role="columnheader" class="cell-${name}" aria-sort=${sorted ? (sort.down ? "descending" : "ascending") : nothing}>
    <button type="button" class="sort" title=${title ?? nothing} @click=${() => on.sortBy(name)}>
      <span>${word}</span>${sorted ? icon(sort.down ? "down" : "up") : nothing}
    </button>
  </th>`;
}

function pickAll({ shownIds, selected, census }, on) {
  const label = shownIds.length === census.total ? "Select all agents" : `Select all ${count(shownIds.length)} shown`;
  return html`<th scope="col" role="columnheader" class="cell-pick">
    <label><input type="checkbox" aria-label=${label} title=${label} .checked=${live(selected.among === "all")}
      .indeterminate=${live(selected.among === "some")} @change=${on.pickAll} /></label>
  </th>`;
}

function row({ id, at }, columns, model, on) {
  const agent = model.agents[id] ?? model.remembered[id];
  const gone = !model.agents[id];
  const picked = model.selected.has(id);
  const tab = id === model.current ? "0" : "-1";
  return html`
    <tr role="row" data-agent=${id} aria-rowindex=${at + 2} tabindex=${tab} ?data-gone=${gone} ?data-picked=${picked} ?data-unconfirmed=${model.unconfirmed.has(id)}>
      ${model.canSelect
        ? html`<td role="cell" class="cell-pick"><label><input type="checkbox" tabindex=${tab} aria-label="Select ${agent.name}"
            .checked=${live(picked)} @click=${(event) => on.pick(id, event.shiftKey)} /></label></td>`
        : nothing}
      ${columns.map(({ name }) => cell(name, id, agent, model))}
      ${model.showsChoice ? choiceCell(id, agent, tab, model, on) : nothing}
    </tr>
  `;
}
