// Keys of the page of one conversation: those of the workspace that apply here, and a supervisor's own.

import { KEYS } from "../../desk/chats/workspace-keys.js";

const HERE = new Set([..."LRIGQFU"]);

export const WATCH_KEYS = [
  ...KEYS.filter(({ key }) => HERE.has(key)),
  { key: "T", does: "Transfer the chat" },
  { key: "A", does: "Assign the chat, while it waits or rings" },
  { key: "H", does: "Take over: send the chat to your desk" },
  { key: "O", does: "Go to the outcome" },
  { key: "?", does: "Show these keys" },
];
