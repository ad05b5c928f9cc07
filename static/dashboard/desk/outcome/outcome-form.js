// Outcome of a call or chat: the code, the note, whether they are saved.

import { html, nothing } from "lit-html";

import { icon } from "../../../parts/icons.js";
import { listOf, replyList } from "../replies/reply-list.js";

const LONGEST_NOTE = 2000;

/** `of`: "call" or "chat", both may be shown; `values`: for the placeholders of replies. */
export function outcomeForm({ outcomes, picker, of, call, values }) {
  const { code, note, state, error, isNeeded } = outcomes.of(call);
  const id = `${of}-note`;
  const { controls, active } = listOf(picker, id);
  return html`<form class="outcome" aria-label="Outcome of the ${of}" @submit=${(event) => event.preventDefault()}>
    ${outcomes.groups.length
      ? html`<label for="${of}-code">Outcome${isNeeded ? html` <b class="outcome-needed">required</b>` : nothing}</label>
          <select id="${of}-code" data-key="O" aria-keyshortcuts="O" @change=${(event) => outcomes.choose(call, event.target.value)}>
            <option value="" .selected=${code === ""}>Not chosen</option>
            ${outcomes.groups.map((group) => html`<optgroup label=${group.label}>
              ${Object.entries(group.codes).map(([one, label]) => html`<option value="${group.code}.${one}" .selected=${code === `${group.code}.${one}`}>${label}</option>`)}
            </optgroup>`)}
          </select>`
      : nothing}
    <label for=${id}>Note</label>
    <div class="replies-place">
      ${replyList(picker, id)}
      <textarea id=${id} rows="3" maxlength=${LONGEST_NOTE} autocomplete="off" data-key="O" aria-controls=${controls} aria-activedescendant=${active} placeholder="Result of the ${of}; / inserts a reply"
        .value=${note}
        @input=${(event) => {
          outcomes.note(call, event.target.value);
          picker.look(event.target, values);
        }}
        @keydown=${(event) => picker.key(event) || (event.key === "Escape" && event.target.blur())}
        @blur=${() => {
          picker.close();
          outcomes.save(call);
        }}
      ></textarea>
    </div>
    <p class="outcome-state ${state === "failed" ? "tone-red" : ""}" role="status">${STATES[state](error)}</p>
  </form>`;
}

const STATES = {
  "": () => "",
  saved: () => html`${icon("check")}Saved`,
  saving: () => html`${icon("clock")}Saving…`,
  failed: (error) => html`${icon("warn")}Not saved: ${error}`,
};
