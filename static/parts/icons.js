// The icons of the page's sprite: one 16-pixel grid, one stroke, always beside a word.

import { html } from "lit-html";

/** The named icon, hidden from screen readers because a word is always beside it. */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><use href="#icon-${name}"></use></svg>`;
}
