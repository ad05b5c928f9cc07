// The conversation of a named customer who is at another device by now.

import { chatPath, isPassing } from "../conversation/api.js";

const MOST_ROWS = 5; // rows looked at

/** The newest conversation of the scene among `rows`; empty without one, null if it could not be read. */
export async function formerChat({ api, scene, rows }) {
  for (const { chat } of rows.slice(0, MOST_ROWS)) {
    const reply = await api.get(chatPath(chat));
    if (isPassing(reply)) return null;
    if (reply.ok && reply.body.scene === scene) return chat;
  }
  return "";
}
