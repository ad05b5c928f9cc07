// The desk's single keys: each presses the button that shows it, or goes to a field.

import { onSingleKey } from "../../parts/keys.js";

/** `chats`: the keys of the workspace, where there is one. */
export function deskKeys({ buttons }, chats = []) {
  return [...buttons.map(({ desk }) => desk), { key: "O", does: "Go to the outcome" }, ...chats, { key: "S", does: "Sound on or off" }, { key: "?", does: "Show these keys" }];
}

/** `enabled()`: whether single keys are on. */
export function listenToDeskKeys(root, enabled) {
  onSingleKey(enabled, ({ key, repeat }) => {
    if (repeat) return null;
    const found = [...root.querySelectorAll(`[data-key="${CSS.escape(key.toUpperCase())}"]`)];
    const button = found.find((one) => one.matches("button"));
    const field = found.find((one) => one.checkVisibility());
    return button ? () => button.click() : field && (() => field.focus());
  });
}
