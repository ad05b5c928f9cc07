// Earlier calls and conversations of a customer, as lists.

import { html, nothing } from "lit-html";

import { moment } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";

const RESULTS = { answered: "Answered", abandoned: "Abandoned", setAside: "Not answered" };

/** `calls`: as the API has them, null if they could not be read; `groups`: the outcomes by group. */
export function earlierCalls(calls, groups) {
  return html`<h3>Earlier calls</h3>
    ${calls === null ? html`<p class="footnote">${icon("warn")} Earlier calls could not be loaded.</p>` : nothing} ${calls?.length === 0 ? html`<p class="footnote">None</p>` : nothing}
    <ul class="customer-earlier">
      ${(calls ?? []).map((call) => html`<li><a class="chat-row" href="/calls/${encodeURIComponent(call.call_id)}/">
        <span class="chat-name">${call.agent_name || RESULTS[call.result]}</span>
        <span class="chat-wait">${moment("day", Date.parse(call.at))}</span>
        <span class="chat-line">${[outcomeLabel(call.outcome, groups), call.outcome_note].filter(Boolean).join(": ") || RESULTS[call.result]}</span>
      </a></li>`)}
    </ul>`;
}

/** `open(chat)` shows one; `current`: the one that is shown. */
export function earlierChats(found, { scenes, open, current = "" }) {
  return html`<h3>Earlier conversations</h3>
    ${found.length === 0 ? html`<p class="footnote">None</p>` : nothing}
    <ul class="customer-earlier">
      ${found.map((one) => html`<li><button type="button" class="chat-row" aria-current=${current === one.chat ? "true" : nothing} @click=${() => open(one.chat)}>
        <span class="chat-name">${one.title || (scenes[one.scene] ?? one.scene)}</span>
        <span class="chat-wait">${moment("day", Date.parse(one.at))}</span>
        <span class="chat-line">${one.number} ${one.number === 1 ? "message" : "messages"}${one.open ? ", open" : ""}</span>
      </button></li>`)}
    </ul>`;
}

/** "sales.booked" → "Visit booked"; a code that is no longer offered stays as it is. */
export function outcomeLabel(code, groups) {
  const [group, one] = code.split(".");
  return groups.find(({ code: name }) => name === group)?.codes[one] ?? code;
}
