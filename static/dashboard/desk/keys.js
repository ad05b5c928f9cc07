// The desk's single keys: each presses the button that shows it. They can be switched off, and never act
// while the user types or a dialog is open.

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
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input, textarea, select");
    if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!enabled() || document.querySelector("dialog[open]")) return;
    const button = buttonOf(root, event.key);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
}

function buttonOf(root, key) {
  return [...root.querySelectorAll("button[data-key]")].find(({ dataset }) => dataset.key === key.toUpperCase());
}
