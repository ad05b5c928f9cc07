// Focus in the workspace: where it goes when what had it is out of sight or gone.

import { neighbour } from "../chat-rows.js";

const STEPS = { list: [".chat-row", "#chats-title"], chat: ["#chat-title"], customer: ["#customer-title"] };

export function focusStep({ step }) {
  focusFirst(STEPS[step]);
}

/** The part of the workspace that contains an element; undefined outside. */
export function partOf(element) {
  return ["#composer, .chat-head", "#chat-open", "#chat-list"].find((part) => element?.closest(part));
}

/** Moves a focus that was lost with an element of `part`: from the composer or the head of a chat to the next chat, else to the part's title. */
export function refocus(part, rows, chat) {
  if (!part || document.activeElement !== document.body) return;
  if (part === "#chat-open") focusFirst(["#chat-title", "#chats-title"]);
  else if (part === "#chat-list") focusFirst(["#chats-title", "#chat-title"]);
  else focusNext(rows, chat);
}

/** After a chat that is over: the next one, else the list, or the way there. Nothing moves if the focus is still somewhere. */
export function focusNext(rows, chat) {
  if (document.activeElement !== document.body) return;
  const next = neighbour(rows, chat, 1) ?? neighbour(rows, chat, -1) ?? "";
  focusFirst([`.chat-row[data-chat="${CSS.escape(next)}"]`, "#chats-title", ".chat-over button"]);
}

/** Of these the first that is there and in sight. */
function focusFirst(places) {
  for (const at of places) {
    const found = document.querySelector(at);
    found?.focus({ preventScroll: true });
    if (found && found === document.activeElement) return;
  }
}
