// Capacity of an agent for chats: slots in use as a bar, as numbers and as a word.

import { html, nothing, svg } from "lit-html";

import { count } from "../format.js";
import { chatStatus } from "../statuses.js";

const BAR = { width: 30, height: 10 };
const FEW = 5; // this few cells have wider gaps

/** Slots in use alone, where the status stands elsewhere. */
export function slotsInUse(row) {
  const held = row.held.length;
  const beyond = held > row.slots ? html` <span class="beyond-slots">${count(held - row.slots)} too many</span>` : nothing;
  return html`${slotBar(row)}<span class="number">${count(held)} of ${count(row.slots)}</span>${beyond}`;
}

/** Decoration: numbers and words beside it say the same. Chats beyond the slots have cells too. */
function slotBar({ slots, held: { length: held }, ...row }) {
  const cells = Math.max(slots, held, 1);
  const pitch = BAR.width / cells;
  const gap = cells > FEW ? 1 : 2;
  const { tone } = chatStatus({ slots, held: { length: held }, ...row });
  return html`<svg class="slots tone-${tone}" width=${BAR.width} height=${BAR.height} viewBox="0 0 ${BAR.width} ${BAR.height}" aria-hidden="true">
    ${Array.from({ length: cells }, (_, at) => svg`<rect class=${at >= slots ? "beyond" : at < held ? "held" : "free"}
      x=${at * pitch + 0.5} y="0.5" width=${pitch - gap} height=${BAR.height - 1} rx="1.5"></rect>`)}
  </svg>`;
}
