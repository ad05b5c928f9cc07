// The list of canned replies above a field.

import { html, nothing } from "lit-html";

import { icon } from "../../../parts/icons.js";

/** What the field says of the list: attributes for assistive technology. */
export function listOf(picker, id) {
  const isOpen = picker.open?.field.id === id;
  return { controls: isOpen ? `${id}-replies` : nothing, active: isOpen && picker.open.found.length ? `${id}-reply-${picker.open.index}` : nothing };
}

export function replyList(picker, id) {
  if (picker.open?.field.id !== id) return nothing;
  const { found, index } = picker.open;
  const choose = (event, at) => {
    event.preventDefault(); // the field keeps the focus
    picker.choose(at);
  };
  return html`<div class="replies">
    ${found.length
      ? html`<ul id="${id}-replies" role="listbox" aria-label="Replies">
          ${found.map(({ title, body }, at) => html`<li id="${id}-reply-${at}" role="option" aria-selected=${at === index ? "true" : "false"} @mousedown=${(event) => choose(event, at)}>
            <b>${title}</b><span>${body}</span>
          </li>`)}
        </ul>`
      : html`<p>${picker.state === "failed" ? html`${icon("warn")} Replies could not be loaded` : "No matching replies"}</p>`}
    <p class="footnote" role="status">${found.length} ${found.length === 1 ? "reply" : "replies"}. Arrow keys select, Enter inserts, Esc closes.</p>
  </div>`;
}
