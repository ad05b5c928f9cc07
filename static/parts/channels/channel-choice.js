// Channel shown by a page, kept in its address: calls, chats, or both; and the field that chooses it.

import { html, nothing } from "lit-html";

import { live } from "lit-html/directives/live.js";

import { withSaid } from "../address.js";

export const BOTH = "";
export const CALLS = "call";
export const CHATS = "chat";
const CHOICES = [
  { name: BOTH, word: "All channels" },
  { name: CALLS, word: "Calls" },
  { name: CHATS, word: "Chats" },
];

/** The channel in an address; both by default. */
export function channelFromUrl(search) {
  const wanted = new URLSearchParams(search).get("channel");
  return CHOICES.some(({ name }) => name === wanted) ? wanted : BOTH;
}

/** The address's search part with that channel in it; everything else in it stays. */
export function channelToUrl(search, channel) {
  return withSaid(search, { channel: channel || null });
}

/** Nothing where nobody chats, unless the address asks for a channel. */
export function channelChoice({ channel, hasChats }, on) {
  if (!hasChats && channel === BOTH) return nothing;
  return html`<div class="choice">
    <select id="channel" aria-label="Channel" @change=${(event) => on.pickChannel(event.target.value)}>
      ${CHOICES.map(({ name, word }) => html`<option value=${name} .selected=${live(name === channel)}>${word}</option>`)}
    </select>
  </div>`;
}
