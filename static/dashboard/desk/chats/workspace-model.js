// Model of the workspace for its views, from the device, the API's answers and the board's stream. Pure.

import { Thread } from "../../../conversation/thread.js";
import { logLines, seenByCustomer } from "./log-lines.js";
import { idOf } from "./customers.js";
import { listRows } from "./chat-rows.js";
import { OUTCOME_MS } from "../outcome/former-chats.js";
import { partyName } from "./chat-words.js";

const SLOW_MS = 3_000;
// What the agent of a chat can do with it, besides writing.
const OWN = [
  { key: "T", word: "Transfer", icon: "forward", act: "askTransfer" },
  { key: "F", word: "Close chat", icon: "check", act: "closeChat" },
];

/** The chat that rings, from the board's rows; null without one. */
export function offerOf({ row, calls }, { names = {}, scenes = {} } = {}) {
  const call = row.status === "offered" ? calls[row.call] : null;
  if (!call?.chat) return null;
  return {
    key: `${row.call}@${row.since}`,
    call: row.call,
    chat: call.chat,
    scene: scenes[call.scene] ?? call.scene,
    language: call.language,
    name: partyName(call.caller, { names }),
    waitingSince: call.waiting_since,
    since: row.since,
    until: row.until,
    seconds: (now) => (Date.parse(row.until) - now) / 1000,
  };
}

/** The board still has an offer for a moment after it was accepted or declined. */
function shownOffer({ offer, desk }) {
  return offer?.key === desk.answered ? null : offer;
}

export function rowsOf(space) {
  const { desk, device } = space;
  const unsent = (chat) => device.outbox.waiting(chat);
  const former = [...space.former.values()].filter(({ endedAt }) => space.watches || space.now() - Date.parse(endedAt) < OUTCOME_MS);
  const here = new Set([...desk.held, ...former].map(({ chat }) => chat));
  const invited = space.invitations.among([...device.rows.byChat.keys()].filter((chat) => !here.has(chat)));
  return listRows({ held: desk.held, former: [...former, ...invited.map((one) => ({ ...one, isInvited: true }))], rows: device.rows.byChat, waits: desk.waits, known: knownOf(space), isMine: space.isMine, unsent });
}

export function knownOf({ board, customers, config }) {
  return { agents: board?.agents ?? {}, names: customers.names, scenes: config.chats.scenes, self: config.agentName };
}

export function workspaceModel(space) {
  const { board, desk, device, place, config } = space;
  const known = knownOf(space);
  const rows = rowsOf(space);
  return {
    config,
    known,
    rows,
    place,
    board,
    now: space.now(),
    desk: desk.desk,
    isOld: desk.isOld,
    pending: desk.pending,
    problem: desk.problem,
    offer: board && shownOffer(space),
    news: space.departures.news,
    connection: connectionOf(device.phase, space.lostFor),
    picker: space.picker,
    cards: space.cards,
    own: space.ownReplies,
    open: openChat(space, rows, known),
    dialog: space.dialog,
    notice: space.notice,
    announced: space.announced,
    singleKeys: space.singleKeys(),
  };
}

/**
 * Whether the messages of a conversation are open to the agent; null until that is known. Of the agent's own chats and
 * those with an invitation they are; a chat that was closed or sent on is no longer in the list. A supervisor reads all.
 */
export function mayRead({ watches, desk, device: { rows }, invitations, former, left, isListed }, chat) {
  if (watches || desk.heldAs(chat) || invitations.of(chat)) return true;
  if (former.has(chat) || left.has(chat)) return false;
  return desk.desk && isListed ? rows.byChat.has(chat) || rows.hasMore : null;
}

/** {name, isLost}: `isLost` once it is worth a banner. */
function connectionOf(phase, lostFor) {
  return { name: phase, isLost: ["signed-out", "forbidden"].includes(phase) || lostFor > SLOW_MS };
}

// A conversation that waits until it is known whether it is open to the agent.
const unasked = Object.assign(new Thread(), { isReading: true });

function openChat(space, rows, known) {
  const { config, device, place, modes, drafts, customers } = space;
  const { chat } = place;
  if (!chat) return null;
  const thread = device.threads.get(chat) ?? unasked;
  const held = space.desk.heldAs(chat);
  const mode = modes.get(chat) ?? "message";
  const last = thread.messages.at(-1);
  const invited = held ? null : device.rows.byChat.has(chat) ? space.invitations.of(chat) : null;
  const lastEvent = thread.messages.findLast(({ kind }) => kind === "event"); // a card may follow the close
  const row = rows.find((one) => one.chat === chat);
  const canWrite = held !== null || (invited !== null && last?.state.open === true);
  return {
    chat,
    held,
    thread,
    row,
    undone: undoneIn(drafts, row),
    acts: held ? OWN : [],
    isInvited: invited !== null,
    canWrite,
    isLoading: !canWrite && !thread.isShut && !thread.refusal && (space.desk.desk === null || !thread.isLoaded || space.invitations.isReading(chat)),
    agents: [config.agent, (last?.state.agent ?? "").replace(/^agent:/, "")],
    ended: held || !thread.isLoaded || last?.state.open !== false ? "" : (lastEvent?.body ?? ""),
    lines: linesOf(space, chat, thread),
    seen: seenByCustomer(device.seenBy(chat)),
    isAtEnd: space.scroll.isAtEnd,
    typists: device.typists(chat).map((party) => partyName(party, known)),
    mode,
    draft: drafts.of(chat, mode),
    isNoting: space.noting.has(chat),
    customer: customers.of(chat),
    contact: held ?? space.former.get(chat) ?? invited,
    outcome: outcomeOf(space, held ?? space.former.get(chat), known),
    earlier: space.earlier ? { chat: space.earlier, page: customers.earlierOf(chat, space.earlier) } : null,
  };
}

/** What a close would leave undone: "reply", "message" and "note". */
export function undoneIn(drafts, { chat, wait } = {}) {
  const isLeft = { reply: wait?.by === "customer", message: drafts.of(chat).trim(), note: drafts.of(chat, "note").trim() };
  return Object.keys(isLeft).filter((what) => isLeft[what]);
}

/** What the form of the outcome needs. */
export function outcomeOf({ outcomes, picker, customers }, contact, known) {
  return contact && { outcomes, picker, of: "chat", call: contact.call_id, values: valuesOf(contact, customers.of(contact.chat), known) };
}

/** What the placeholders of canned replies stand for. */
export function valuesOf({ customer, scene }, { chat }, { names, scenes, self }) {
  return { customer: names[idOf(customer)], agent: self, scene: scenes[scene] ?? scene, context: chat?.context ?? {} };
}

const kept = { of: "", lines: [] };

/** The same array as long as nothing in it has changed, so that the log is not drawn again at each beat. */
function linesOf({ device, notes, cards, isMine, lineVersion }, chat, thread) {
  const of = `${chat} ${lineVersion}`;
  if (kept.of !== of) {
    const lines = logLines({ messages: thread.messages, waiting: device.outbox.waiting(chat), notes: notes.of(chat), isMine });
    Object.assign(kept, { of, lines });
    if (lines.some(({ type }) => type === "card")) cards.read();
  }
  return kept.lines;
}
