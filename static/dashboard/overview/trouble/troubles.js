// Current problems, the worst first: callers and chats without an agent, no dispatcher, failed calls. Pure.

import { channelOf } from "../queue-rows.js";

const RANKS = { bad: 0, warn: 1, none: 2 };

/**
 * [{kind, level, …}]: of a queue also its `key`, `skills`, `depth`, `since` (start of the longest wait),
 * `crew` (fitting agents), and `ids` of the paused agents who could help, those paused after missed calls
 * first.
 *
 * Kinds: "undispatched", "nobody" signed in who fits, all "paused", all "busy" beyond the target, "unmatched"
 * beyond the target despite a free agent, and "failed" calls. `chats`, if in use: {state, queueRows, levels}.
 */
export function troubles({ totals, call_queues: queues }, rows, levels, chats = null) {
  const hasSlot = (id) => hasFreeSlot(chats.state.agents[id]);
  const ofChats = chats ? ofQueues(chats.queueRows, chats.state.call_queues, chats.levels, hasSlot) : [];
  const found = [...ofQueues(rows, queues, levels), ...ofChats]
    .sort((a, b) => RANKS[a.level] - RANKS[b.level] || b.wait - a.wait || (a.key < b.key ? -1 : 1));
  return [...undispatched(totals), ...found, ...failed(totals)];
}

/**
 * The same, steady enough to read and click: the first one stays until it is over or a worse level comes, and
 * in any case while it is `held`, under the mouse or the focus.
 */
export function steady(found, before, held) {
  const place = found.findIndex(({ kind, key }) => kind === before?.kind && key === before.key);
  if (place < 1 || !(held || found[0].level === found[place].level)) return found;
  return [found[place], ...found.filter((_, at) => at !== place)];
}

/** True for problems of waiting callers; failed calls wait for a decision, not on the line. */
export function keepsCallersWaiting(found) {
  return found.some(({ kind }) => kind !== "failed");
}

function undispatched({ dispatcher }) {
  return dispatcher?.leads === false ? [{ kind: "undispatched", level: "bad" }] : [];
}

function failed({ dead_letters: letters }) {
  return letters?.count ? [{ kind: "failed", level: "none", ...letters }] : [];
}

/** False for an agent who would hold as many chats as there are slots, and get no other. */
function hasFreeSlot({ held, slots }) {
  return held.length < slots;
}

function ofQueues(rows, queues, levels, canTake = () => true) {
  return Object.values(rows)
    .map((row) => ofQueue(row, queues[row.key]?.oldest, levels.queues[row.key]?.wait, canTake))
    .filter(Boolean);
}

function ofQueue(row, since, waitLevel, canTake) {
  const { key, skills, depth, wait, free, signedIn, busy, offline, missed, chose } = row;
  const kind = kindOf(row, waitLevel === "warn" || waitLevel === "bad");
  if (!kind) return null;
  const level = kind === "nobody" || kind === "paused" ? "bad" : waitLevel;
  const crew = { free, signedIn, busy, offline, missed: missed.length, chose: chose.length };
  const isChat = channelOf(key).length > 0; // the list of agents shows their calls
  const couldHelp = [missed, chose].map((ids) => ids.filter(canTake)).find((ids) => ids.length > 0) ?? [];
  return { kind, level, key, skills, depth, since, wait: wait || 0, crew, isChat, ids: free > 0 ? [] : couldHelp };
}

function kindOf({ depth, free, signedIn, busy }, late) {
  if (depth === 0) return "";
  if (signedIn === 0) return "nobody";
  if (free + busy === 0) return "paused";
  if (!late) return "";
  return free > 0 ? "unmatched" : "busy";
}
