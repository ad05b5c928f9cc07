// Keys of the workspace besides those that its buttons show.

import { onSingleKey } from "../../../parts/keys.js";

export const KEYS = [
  { key: "Y", does: "Accept the chat" },
  { key: "X", does: "Decline the chat" },
  { key: "4", does: "Available for chats" },
  { key: "5", does: "Pause chats" },
  { key: "N", does: "Go to the customer who has waited longest" },
  { key: "J", does: "Next conversation" },
  { key: "K", does: "Previous conversation" },
  { key: "L", does: "Go to the messages; the arrow keys scroll" },
  { key: "R", does: "Write a message; Enter sends it, Shift+Enter starts a new line, Esc leaves the field" },
  { key: "I", does: "Write an internal note" },
  { key: "G", does: "Send a card" },
  { key: "Q", does: "My replies; / in a field inserts one" },
  { key: "T", does: "Transfer the chat, or invite a colleague" },
  { key: "F", does: "Close the chat" },
  { key: "U", does: "Show or hide the customer" },
];

export function workspaceKeys(space) {
  const acts = {
    J: () => space.on.next(1),
    K: () => space.on.next(-1),
    L: () => document.querySelector(".log")?.focus(),
  };
  onSingleKey(space.singleKeys, ({ key }) => acts[key.toUpperCase()]);
}
