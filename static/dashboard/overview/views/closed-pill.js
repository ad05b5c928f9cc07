// The mark of a queue outside its opening hours: it takes no new callers; those who wait are still served.

import { html, nothing } from "lit-html";

import { hourAndMinute, moment } from "../../../parts/format.js";
import { icon } from "../../../parts/icons.js";

export function closedPill({ isClosed, opensAt }) {
  if (!isClosed) return nothing;
  const at = Date.parse(opensAt);
  const says = opensAt === null ? "Closed to new callers" : `Closed to new callers; opens ${moment("day", at)}, ${hourAndMinute(at)}`;
  return html` <span class="pill tone-grey closed" title=${says}>${icon("off")}Closed</span>`;
}
