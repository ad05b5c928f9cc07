// The columns of the joined table of queues: their headings and cells, and which of them there is room for.

import { html, nothing } from "lit-html";

import { withSaid } from "../../parts/address.js";
import { CHATS } from "../../parts/channels/channel-choice.js";
import { count, duration, estimate, percent, rating } from "../../parts/format.js";
import { skillWords } from "../../parts/names/skill-names.js";
import { judged } from "./views/levels-view.js";
import { meter } from "../../parts/pills.js";

const WORDS = {
  waiting: { warn: "many", bad: "too many" },
  wait: { warn: "late", bad: "very late" },
  serviceLevel: { warn: "low", bad: "very low" },
};
// Ids, not amounts: without commas.
const VERSION = "Version ID: increases by one with every change to the queue";

const CALLERS = [
  {
    col: "waiting", by: "waiting", word: "Waiting", name: "depth",
    cell: ({ depth }, levels, deepest) => html`<span class="meter-place" aria-hidden="true">${meter(depth, deepest)}</span>${judged(levels.waiting, count(depth), WORDS.waiting)}`,
  },
  { col: "longest", by: "longest", word: "Longest", name: "wait", cell: ({ wait }, levels) => judged(levels.wait, duration(wait), WORDS.wait) },
  {
    col: "expect", by: "expected", word: "Expect", name: "expected", says: "Expected wait: number ahead ÷ number served per second in the last minutes",
    cell: (queue) => estimate(queue.estimate),
  },
];
const CALLERS_VERSION = { col: "version", word: "Ver.", label: "Version", name: "version", says: VERSION, cell: ({ version }) => version };
const FIT = {
  col: "fitting", by: "agents", word: "Fit", name: "fitting", says: "Matching agents: available now / signed in",
  cell: ({ free, signedIn }) => html`<span>${count(free)}<span class="of"> / ${count(signedIn)}</span></span>`,
};
const AGENT_QUEUES = [
  {
    col: "agent-depth", word: "Depth", label: "Agents queued", name: "agent-depth", says: "Entries in the agent queues with matching agents",
    cell: ({ agentQueues }) => count(agentQueues.reduce((sum, one) => sum + one.depth, 0)),
  },
  { col: "agent-version", word: "Ver.", label: "Version", name: "version", says: VERSION, cell: ({ agentQueues }) => versions(agentQueues) },
];
const LATELY = [
  { col: "level", by: "level", word: "Level", name: "level", says: "Service level", cell: (queue, levels) => judged(levels.serviceLevel, percent(queue.serviceLevel), WORDS.serviceLevel) },
  { col: "answered", by: "answered", word: "Answered", name: "answered", cell: ({ answered }) => count(answered) },
  { col: "abandoned", by: "abandoned", word: "Aband.", name: "abandoned", says: "Abandoned", cell: ({ abandoned }) => count(abandoned) },
];
const RESPONSE_WORDS = { firstResponse: { warn: "late", bad: "very late" }, rating: { warn: "low", bad: "very low" } };
/** Of chats alone, in place of the day. */
const RESPONSES = [
  { col: "response", by: "response", word: "Response", name: "response", says: "First response: mean wait for the agent's first message", cell: (queue, levels) => judged(levels.firstResponse, duration(queue.firstResponse), RESPONSE_WORDS.firstResponse) },
  { col: "rating", by: "rating", word: "Rating", name: "rating", says: "Mean rating, 1 to 5", cell: (queue, levels) => judged(levels.rating, rating(queue.rating), RESPONSE_WORDS.rating) },
];
const TODAY = [
  { col: "day-level", by: "today", word: "Level", label: "Today", name: "day-level", says: "Service level of the day", cell: ({ today }) => percent(today.serviceLevel) },
  { col: "offered", by: "offered", word: "Offered", name: "offered", says: "Offered today", cell: ({ today }) => count(today.offered) },
];

/**
 * [{title, columns}], the first titled `side`: version ids and depths of agent queues only with `diagnostics`, then
 * the day if `wide`. Without them a table of chats has their responses and ratings.
 */
export function sides({ side, diagnostics, wide, minutes, channel }) {
  const ofChats = channel === CHATS && !diagnostics;
  const day = (diagnostics || ofChats) && !wide ? [] : [{ title: "Today", columns: TODAY }];
  return [
    { title: side, columns: diagnostics ? [...CALLERS, CALLERS_VERSION] : CALLERS },
    { title: "Agents", columns: diagnostics ? [FIT, ...AGENT_QUEUES] : [FIT] },
    { title: Number.isFinite(minutes) ? `Last ${minutes} min` : "Last minutes", columns: ofChats ? [...LATELY, ...RESPONSES] : LATELY },
    ...day,
  ];
}

/** Callers of any gender are served from several agent queues, each with its own version. */
function versions(queues) {
  if (queues.length === 1) return queues[0].version;
  const each = queues.map((one) => `${skillWords(one.key).join(" · ")}: ${count(one.depth)}, version ${one.version}`);
  return queues.length === 0 ? nothing : html`<abbr title=${each.join("\n")}>in ${queues.length}</abbr>`;
}

/** The choice in the address; `usual` by default. */
export function diagnosticsFromUrl(search, usual) {
  const wanted = new URLSearchParams(search).get("diagnostics");
  return wanted === null ? usual : wanted === "1";
}

/** The address's search part with that choice; everything else in it stays. */
export function diagnosticsToUrl(search, on) {
  return withSaid(search, { diagnostics: on ? "1" : "0" });
}
