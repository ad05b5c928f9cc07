// The desk's single keys: each presses the button that shows it.

import { onSingleKey } from "../../parts/keys.js";

export const DESK_KEYS = [
  { key: "A", does: "Accept the ringing call" },
  { key: "D", does: "Decline it" },
  { key: "C", does: "Complete the call" },
  { key: "H", does: "30 s more wrap-up" },
  { key: "M", does: "60 s more wrap-up" },
  { key: "E", does: "End the wrap-up" },
  { key: "1", does: "Available" },
  { key: "2", does: "Pause" },
  { key: "3", does: "Offline" },
  { key: "S", does: "Sound on or off" },
  { key: "?", does: "Show these keys" },
];

/** `enabled()`: whether single keys are on. */
export function listenToDeskKeys(root, enabled) {
  onSingleKey(enabled, ({ key, repeat }) => {
    const button = repeat ? null : root.querySelector(`button[data-key="${CSS.escape(key.toUpperCase())}"]`);
    return button && (() => button.click());
  });
}
