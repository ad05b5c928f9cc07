// View of notices to all staff, until they are dismissed.

import { html, nothing } from "lit-html";

import { hourAndMinute, moment } from "../format.js";
import { icon } from "../icons.js";

const MOST = 3; // in full; earlier ones are folded

export function noticeView({ items, problem }, dismiss) {
  if (items.length === 0) return nothing;
  const earlier = items.slice(0, -MOST);
  return html`<section class="message tone-blue staff-notices" aria-label="Notices">
    ${icon("info")}
    <div>
      ${earlier.length ? html`<details><summary>${earlier.length} earlier</summary>${earlier.map(line)}</details>` : nothing}
      <div role="status">${items.slice(-MOST).map(line)}</div>
      ${problem ? html`<p role="alert">${problem}</p>` : nothing}
    </div>
    <button type="button" @click=${dismiss}>${items.length > 1 ? "Dismiss all" : "Dismiss"}</button>
  </section>`;
}

function line({ sender, body, at }) {
  return html`<p><b>${sender.replace(/^[a-z]+:/, "")}</b> <time datetime=${at}>${moment("day", Date.parse(at))}, ${hourAndMinute(Date.parse(at))}</time><span>${body}</span></p>`;
}
