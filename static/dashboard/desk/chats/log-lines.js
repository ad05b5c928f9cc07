// Lines of the log: messages and internal notes in order of time. Pure.

import { linesOf } from "../../../conversation/lines.js";
import { isCustomer } from "./waits.js";

/** Notes stand where they were written: behind the last message that is older. */
export function logLines({ messages, waiting, notes, isMine }) {
  const lines = linesOf(messages, { waiting, isMine });
  const first = messages[0]?.at ?? "";
  const shown = notes.filter(({ at }) => at >= first).map((note) => noteLine(note, isMine));
  if (shown.length === 0) return lines;
  const found = [];
  for (const line of lines) {
    const isBefore = ({ at }) => at < line.at && (line.type !== "day" || dayOf(at) !== dayOf(line.at));
    while (shown.length && isBefore(shown[0])) found.push(shown.shift());
    found.push(line);
  }
  return [...found, ...shown];
}

function dayOf(at) {
  return new Date(at).toDateString();
}

function noteLine({ number, sender, body, at }, isMine) {
  return { type: "note", key: `note ${number}`, number, sender, body, at, isMine: isMine(sender) };
}

/** The number up to which the customer has read; 0 if that is not known. */
export function seenByCustomer(seen) {
  return Math.max(0, ...[...seen].filter(([party]) => isCustomer(party)).map(([, number]) => number));
}

/**
 * Whether a message of the open `chat`, empty for an earlier one, can be recalled: by its sender for a while, by who
 * `supervises` always.
 */
export function canRecall({ isMine, recalled, state, number, at }, { chat, now, config }) {
  const isAllowed = config.supervises || (isMine && now - Date.parse(at) < config.chats.recallSeconds * 1000);
  return Boolean(chat && isAllowed && number && !recalled && state === "sent");
}
