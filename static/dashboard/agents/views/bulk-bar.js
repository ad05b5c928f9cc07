// Below the table: the selected agents, their bulk commands, and the results.

import { html, nothing } from "lit-html";

import { clock, count, plural } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";
import { mayUseOnMany } from "../../../parts/operations.js";

/** Always there, so that the table does not move when the first agent is selected. */
export function bulkBar(model, on) {
  return html`<section class="bulk" aria-label="Selected agents">
    ${model.selected.size === 0 ? nobodySelected(model, on) : [summary(model, on), actions(model, on)]}
  </section>`;
}

function nobodySelected({ shownIds, census }, on) {
  const all = shownIds.length === census.total ? `Select all ${count(census.total)}` : `Select all ${count(shownIds.length)} shown`;
  return html`<p class="bulk-amount">No agents selected. <span class="hint">Select agents to update together. Shift-click selects a range.</span></p>
    ${shownIds.length > 0 ? html`<button type="button" class="quiet" @click=${on.selectAll}>${all}</button>` : nothing}`;
}

function summary({ selected, config }, on) {
  return html`<p class="bulk-amount">
      <b class="number">${count(selected.size)}</b> selected${selected.at ? html`<span class="hint"> as of <time class="number" datetime=${selected.at}>${clock(selected.at)}</time></span>` : nothing}${selected.hidden > 0 ? html`<span class="hint">, <span class="number">${count(selected.hidden)}</span> of them not shown</span>` : nothing}
      ${selected.size > config.mostAtOnce
        ? html`<span class="too-many tone-orange" id="too-many">${icon("warn")}At most ${count(config.mostAtOnce)} at once. Narrow the filter, or clear and select fewer.</span>`
        : nothing}
    </p>
    <button type="button" class="quiet" @click=${on.selectNone}>Clear</button>`;
}

function actions(model, on) {
  const { config } = model;
  const allowed = config.buttons.filter((one) => one.at.includes("many") && mayUseOnMany(one, config));
  return html`<div class="bulk-actions">${allowed.map((action) => button(action, model, on))}</div>`;
}

function button({ name, word, only, asks, isDanger }, { selected, fresh, busy, config }, on) {
  const amount = selected.affected[name];
  const rests = !fresh.canAct || busy || amount === 0 || amount > config.mostAtOnce;
  return html`<button type="button" class=${isDanger ? "danger" : ""} data-bulk=${name} aria-disabled=${rests ? "true" : "false"}
    aria-describedby=${amount > config.mostAtOnce ? "too-many" : nothing} @click=${() => rests || on.actOnAll(name)}>
    ${word}${asks ? "…" : ""}${only ? html` <span class="number amount">${count(amount)}</span>` : nothing}
  </button>`;
}

/** Results of the reader's commands, whether the board has confirmed them, and undo for a while. */
export function notice({ notice: told, busy, unconfirmed, canUndo }, on) {
  return html`<div class="notices" aria-live="polite">
    ${busy ? html`<p class="notice tone-blue">${icon("clock")}<span>${busy}</span></p>` : told ? outcome(told, { unconfirmed, canUndo }, on) : nothing}
  </div>`;
}

function outcome(told, { unconfirmed, canUndo }, on) {
  return html`<p class="notice tone-${told.tone}">
    ${icon(told.tone === "green" ? "check" : "warn")}
    <span>${told.text} ${told.ids?.length > 0 ? confirmed(told.ids.filter((id) => unconfirmed.has(id)).length) : nothing}</span>
    ${canUndo ? html`<button type="button" class="undo" @click=${on.undo}>Undo</button>` : nothing}
    <button type="button" class="quiet" aria-label="Close this message" @click=${on.closeNotice}>${icon("close")}</button>
  </p>`;
}

function confirmed(open) {
  return html`<small class="confirmed" ?data-open=${open > 0}>${open > 0 ? `${plural(open, "row")} not confirmed yet` : "Confirmed"}</small>`;
}
