// Columns of the table of agents: title, width, sort value. Pure.

import { callerName } from "../../parts/format.js";
import { genderName, languageName, topicName } from "../../parts/names/skill-names.js";
import { AGENT_STATUSES, pendingChoice } from "../../parts/statuses.js";

const STATUS_ORDER = Object.keys(AGENT_STATUSES);
const NO_CALLER = "\uffff"; // after all agents with a name

/**
 * `value(agent, calls)` is the sort value; null comes last in both directions. `usual` columns are shown
 * unless the address says otherwise; `downFirst`: the first click sorts downwards. `title` explains a short
 * word. `width` in pixels, `wide` if there is room, `tight` beside the column of chats if there is little; what is
 * then left over is shared by names of agents and of callers.
 */
export const COLUMNS = [
  { name: "name", word: "Name", width: 158, tight: 118, wide: 220, always: true, value: (agent) => agent.name },
  { name: "languages", word: "Speaks", width: 106, tight: 104, wide: 190, usual: true, value: (agent) => agent.languages.map(languageName).sort().join(", ") },
  { name: "gender", word: "Gender", width: 68, value: (agent) => genderName(agent.gender) },
  { name: "topics", word: "Topics", width: 130, wide: 180, value: (agent) => (agent.topics ?? []).map(topicName).sort().join(", ") || null },
  { name: "team", word: "Team", width: 110, wide: 150, value: (agent) => agent.team || null },
  { name: "status", word: "Status", width: 122, tight: 114, usual: true, value: statusRank },
  { name: "time", word: "Time", title: "Time in this status", width: 64, tight: 54, usual: true, downFirst: true, value: (agent) => -Date.parse(agent.since) },
  { name: "until", word: "Due", title: "When the status ends, or should have ended", width: 80, tight: 58, usual: true, value: (agent) => agent.until || null },
  { name: "next", word: "Next", title: "Status after the call", width: 102, tight: 64, usual: true, value: (agent) => pendingChoice(agent) || null },
  { name: "reason", word: "Reason", width: 110, tight: 60, wide: 190, usual: true, value: (agent) => agent.reason || null },
  { name: "missed", word: "Missed", title: "Unanswered offers in a row", width: 76, tight: 58, usual: true, downFirst: true, value: (agent) => agent.missed || null },
  { name: "call", word: "Call", width: 126, tight: 88, wide: 190, usual: true, value: (agent, calls) => (agent.call ? callerName(calls[agent.call]) || NO_CALLER : null) },
  { name: "by", word: "Changed by", width: 110, wide: 150, value: (agent) => agent.changed_by || null },
];
/** Last, and only where some agent also chats; sorted by free slots where the rows are those of chats. */
export const CHATS = { name: "chats", word: "Chats", title: "Slots in use, and the status for chats", width: 186, tight: 156, downFirst: true, value: freeSlots };
const PICK_WIDTH = 40;
const CHOICE_WIDTH = 332;
const TIGHT_CHOICE_WIDTH = 316;
const BESIDE_TABLE = 50; // edges of the page and of the panel, and a scrollbar
const SHARING = ["name", "call"];
const ROOM_FROM = 1700;

function freeSlots({ slots, held }) {
  return held ? slots - held.length : null;
}

function statusRank(agent) {
  const rests = agent.status === "available" && agent.until ? 0.5 : 0;
  return agent.status in AGENT_STATUSES ? STATUS_ORDER.indexOf(agent.status) + rests : STATUS_ORDER.length;
}

export function columnNamed(name) {
  return name === CHATS.name ? CHATS : COLUMNS.find((column) => column.name === name);
}

export const USUAL_COLUMNS = COLUMNS.filter((column) => column.usual).map(({ name }) => name);
export const USUAL_SORT = { column: "name", down: false };

/** The columns to draw, in their order. */
export function drawnColumns(names) {
  return COLUMNS.filter(({ name, always }) => always || names.includes(name));
}

/**
 * Widths in pixels of all columns, with boxes and buttons, and the least width of the table; `room` is the
 * page's.
 */
export function widthsOf(columns, { canSelect, canChoose, room }) {
  const isWide = room >= ROOM_FROM;
  const isTight = !isWide && columns.includes(CHATS);
  const data = columns.map(({ width, wide, tight }) => (isWide ? (wide ?? width) : isTight ? (tight ?? width) : width));
  const boxes = canSelect ? [PICK_WIDTH] : [];
  const buttons = canChoose ? [isTight ? TIGHT_CHOICE_WIDTH : CHOICE_WIDTH] : [];
  const least = sumOf([...boxes, ...data, ...buttons]);
  const share = isTight ? Math.max(0, Math.floor((room - BESIDE_TABLE - least) / SHARING.length)) : 0;
  const shared = data.map((width, at) => (SHARING.includes(columns[at].name) ? width + share : width));
  return { all: [...boxes, ...shared, ...buttons], least };
}

function sumOf(widths) {
  return widths.reduce((sum, width) => sum + width, 0);
}

/** The order after a click on a column's head: its default direction first, then the reverse. */
export function sortAfterClick(sort, name) {
  if (sort.column === name) return { column: name, down: !sort.down };
  return { column: name, down: columnNamed(name).downFirst ?? false };
}
