// The desk's single keys: each presses the button that shows it.

import { onSingleKey } from "../../parts/keys.js";

/** `chats`: the keys of the workspace, where there is one. */
export function deskKeys({ buttons }, chats = []) {
  return [...buttons.map(({ desk }) => desk), ...chats, { key: "S", does: "Sound on or off" }, { key: "?", does: "Show these keys" }];
}

/** `enabled()`: whether single keys are on. */
export function listenToDeskKeys(root, enabled) {
  onSingleKey(enabled, ({ key, repeat }) => {
    const button = repeat ? null : root.querySelector(`button[data-key="${CSS.escape(key.toUpperCase())}"]`);
    return button && (() => button.click());
  });
}
