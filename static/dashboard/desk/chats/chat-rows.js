// Rows of the list: the chats at this desk, each with what waits in it. Pure.

import { partyName, preview } from "./chat-words.js";

/**
 * Chats in progress by when they were accepted: rows do not move while one reads them. Then `former` ones, and those of
 * colleagues into which the agent is invited.
 *
 * `held`: as the API has them; `rows`: of the device; `unsent(chat)`: own messages that are not stored.
 */
export function listRows({ held, former = [], rows, waits, known, isMine, unsent }) {
  const inOrder = [...held].sort((one, other) => (one.since < other.since ? -1 : 1));
  return [...inOrder, ...former].map(({ chat, call_id: callId, customer, scene, endedAt = "", isInvited = false }) => {
    const row = rows.get(chat);
    const entries = unsent(chat);
    return {
      chat,
      callId,
      endedAt,
      isInvited,
      name: partyName(customer, known),
      scene: known.scenes?.[scene] ?? scene,
      wait: isInvited ? null : (waits.get(chat) ?? null),
      unread: row?.unread ?? 0,
      line: preview(row?.line, known, isMine),
      unsent: entries.length,
      failed: entries.filter(({ error }) => error).length,
    };
  });
}

/** The chat before or after the open one; the first without one. */
export function neighbour(rows, chat, step) {
  const at = rows.findIndex((row) => row.chat === chat);
  return at < 0 ? rows[0]?.chat : rows[at + step]?.chat;
}
