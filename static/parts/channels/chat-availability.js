// Chat rows of agents as routing sees them. Pure.

import { chatsOf } from "../../stream/reducer.js";
import { hasCall } from "../statuses.js";

/**
 * The chat rows of a board. Where chats wait for the end of a call, an agent with a call gets none: its row is
 * not waiting then, whatever slots are free.
 */
export function chatRows(state, { chatsDuringCalls = true }) {
  const rows = chatsOf(state)?.agents ?? {};
  if (chatsDuringCalls) return rows;
  const away = Object.entries(rows).filter(([, row]) => row.status === "queued" && hasCall(state.agents[row.person] ?? {}));
  return away.length === 0 ? rows : { ...rows, ...Object.fromEntries(away.map(([id, row]) => [id, { ...row, status: "attendingCall" }])) };
}
