// The earlier conversation of a named customer who has changed devices.

import { chatPath, isPassing } from "../conversation/api.js";

const MOST_ROWS = 5; // rows looked at

/** The first conversation of the scene among `rows`, newest first; empty without one, null if one could not be read. */
export async function formerChat({ api, scene, rows }) {
  for (const { chat } of rows.slice(0, MOST_ROWS)) {
    const reply = await api.get(chatPath(chat));
    if (isPassing(reply)) return null;
    if (reply.ok && reply.body.scene === scene) return chat;
  }
  return "";
}
