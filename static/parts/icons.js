// The board's icons: one 16-pixel grid, one stroke, always beside a word.

import { svg } from "lit-html";

const PATHS = {
  check: svg`<circle cx="8" cy="8" r="6.25"/><path d="m5.2 8.2 2 2 3.6-4.2"/>`,
  dot: svg`<circle cx="8" cy="8" r="6.25" stroke-dasharray="2.6 2.4"/>`,
  bell: svg`<path d="M8 2a4 4 0 0 0-4 4c0 3.6-1.5 4.6-1.5 5.2h11C13.5 10.6 12 9.6 12 6a4 4 0 0 0-4-4ZM6.6 13.5a1.5 1.5 0 0 0 2.8 0"/>`,
  phone: svg`<path d="M5.4 2.2 3.3 3c-.7.3-1 1-.9 1.7.9 4.7 4.2 8 8.9 8.9.7.1 1.4-.2 1.7-.9l.8-2.1-3.2-1.7-1.3 1.4c-1.7-.7-2.9-1.9-3.6-3.6l1.4-1.3Z"/>`,
  pen: svg`<path d="m3 13 .7-2.9L10.9 3a1 1 0 0 1 1.4 0l.7.7a1 1 0 0 1 0 1.4l-7.1 7.2Z"/><path d="m9.7 4.3 2 2"/>`,
  pause: svg`<circle cx="8" cy="8" r="6.25"/><path d="M6.4 5.8v4.4M9.6 5.8v4.4"/>`,
  play: svg`<circle cx="8" cy="8" r="6.25"/><path d="m6.7 5.6 3.8 2.4-3.8 2.4Z" fill="currentColor"/>`,
  off: svg`<circle cx="8" cy="8" r="6.25"/><path d="m3.7 12.3 8.6-8.6"/>`,
  clock: svg`<circle cx="8" cy="8" r="6.25"/><path d="M8 4.5V8l2.3 1.6"/>`,
  warn: svg`<path d="M8 2.3 14.3 13.3H1.7Z"/><path d="M8 6.5v3M8 11.3v.1"/>`,
  alert: svg`<path d="M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4L1.8 10.6V5.4Z"/><path d="M8 5v3.5M8 10.9v.1"/>`,
  live: svg`<circle cx="8" cy="8" r="3" fill="currentColor" stroke="none"/><circle cx="8" cy="8" r="6"/>`,
  retry: svg`<path d="M13.3 6A5.7 5.7 0 1 0 13.7 8.7"/><path d="M13.7 2.5V6h-3.5"/>`,
  search: svg`<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>`,
  close: svg`<path d="m4 4 8 8M12 4l-8 8"/>`,
  info: svg`<circle cx="8" cy="8" r="6.25"/><path d="M8 7.3v3.7M8 5v.1"/>`,
  wall: svg`<rect x="1.7" y="2.7" width="12.6" height="8.6" rx="1"/><path d="M5.5 13.7h5"/>`,
  keys: svg`<rect x="1.7" y="3.7" width="12.6" height="8.6" rx="1.5"/><path d="M4.5 6.5h.1M7 6.5h.1M9.5 6.5h.1M11.7 6.5h.1M5 9.5h6"/>`,
  wave: svg`<path d="M1.5 8h2.3l1.7-4.5 3 9 2-6 1 1.5h3"/>`,
  up: svg`<path d="m4 10 4-4 4 4"/>`,
  down: svg`<path d="m4 6 4 4 4-4"/>`,
  columns: svg`<rect x="1.7" y="2.7" width="12.6" height="10.6" rx="1"/><path d="M6 2.7v10.6M10 2.7v10.6"/>`,
  rows: svg`<rect x="1.7" y="2.7" width="12.6" height="10.6" rx="1"/><path d="M1.7 6.2h12.6M1.7 9.7h12.6M6 6.2v7.1"/>`,
  sound: svg`<path d="M2 6v4h2.5L8 13V3L4.5 6Z"/><path d="M10.5 5.8a3 3 0 0 1 0 4.4M12.4 4a5.6 5.6 0 0 1 0 8"/>`,
  silent: svg`<path d="M2 6v4h2.5L8 13V3L4.5 6Z"/><path d="m10.8 6.2 3.6 3.6M14.4 6.2l-3.6 3.6"/>`,
  stop: svg`<rect x="4" y="4" width="8" height="8" rx="1"/>`,
};

/** The named icon, hidden from screen readers because a word always says the same. */
export function icon(name) {
  return svg`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${PATHS[name]}</svg>`;
}
