// The joined table of queues: for each call queue its callers, the agents who fit, the last minutes and the day.
// Pure.

import { withSaid } from "../../parts/address.js";
import { skillWords } from "../../parts/names/skill-names.js";
import { queueSkills, sentenceCase, since } from "../../parts/format.js";
import { worstOf } from "./levels.js";
import { hasMissed } from "../../parts/statuses.js";

const ANY = "Any";

/** One row for each call queue. Durations in milliseconds; NaN or undefined if unknown. */
export function queueRows(state, everybody, now) {
  const keys = Object.keys(state.call_queues);
  const fitting = fittingAgents(everybody, keys.some((key) => queueSkills(key).length > 2));
  return keys.map((key) => {
    const { depth, version, oldest, estimate, open = true, opens_at } = state.call_queues[key];
    const agents = fitting.get(key) ?? nobody();
    const isAnybodysGuess = depth === 0 && agents.free === 0; // no call ahead, but no free agent either
    return {
      key,
      skills: [...channelOf(key), ...skillWords(key)],
      depth,
      version,
      isClosed: !open,
      opensAt: opens_at ?? null,
      wait: depth > 0 ? since(oldest, now) : NaN,
      estimate: !open || isAnybodysGuess ? NaN : estimate ?? NaN, // outside its hours a new caller does not wait here
      agentQueues: agentQueuesOf(key, state.agent_queues),
      ...agents,
      ...lately(state.recent[key]),
      ...targets(state.figures[key] ?? {}),
      today: { offered: state.figures[key]?.offered, serviceLevel: state.figures[key]?.service_level ?? NaN },
    };
  });
}

function lately(figures = {}) {
  return { answered: figures.answered, abandoned: figures.abandoned, serviceLevel: figures.service_level ?? NaN, ...responses(figures) };
}

/** What chats have besides; of calls NaN. */
export function responses(row) {
  return {
    firstResponse: (row.first_response_seconds ?? NaN) * 1000,
    firstResponseLevel: row.first_response_level ?? NaN,
    handle: (row.handle_seconds ?? NaN) * 1000,
    rating: row.rating ?? NaN,
    rated: row.rated,
  };
}

/** Targets of a row of figures. Durations in milliseconds, shares 0 to 1; NaN without one. */
export function targets(figures) {
  return {
    waitingTarget: figures.waiting_target || NaN, // 0 means none
    target: (figures.target_seconds ?? NaN) * 1000,
    serviceLevelTarget: figures.service_level_target ?? NaN,
    asaTarget: (figures.asa_target_seconds ?? NaN) * 1000,
    abandonmentTarget: figures.abandonment_target ?? NaN,
    redBeyond: figures.red_beyond ?? NaN,
    firstResponseTarget: (figures.first_response_target_seconds ?? NaN) * 1000,
    firstResponseLevelTarget: figures.first_response_target ?? NaN,
    ratingTarget: figures.rating_target || NaN, // 0 means none
  };
}

/** The agent queues whose agents fit the calls of a call queue, as {key, depth, version}. */
function agentQueuesOf(key, agentQueues) {
  const wanted = queueSkills(key);
  return Object.keys(agentQueues)
    .filter((one) => queueSkills(one).every((skill, at) => wanted[at] === skill || (at > 0 && wanted[at] === ANY)))
    .map((one) => ({ key: one, ...agentQueues[one] }));
}

const fittingOf = new WeakMap();

/** ["Chat"] for a queue of chats, nothing for one of calls. */
export function channelOf(key) {
  return key.split("#")[0].split(".").slice(1).map(sentenceCase);
}

function nobody() {
  return { free: 0, signedIn: 0, busy: 0, offline: 0, missed: [], chose: [] };
}

/**
 * Fitting agents by call queue: numbers of those free, signed in, busy (a call, its wrap-up or a rest) and
 * offline; and ids of those paused, after missed calls or by choice.
 */
function fittingAgents(agents, topics) {
  if (fittingOf.has(agents)) return fittingOf.get(agents); // the clock ticks more often than agents change
  const fitting = new Map();
  for (const [id, agent] of Object.entries(agents)) {
    for (const key of callQueuesOf(agent, topics)) {
      if (!fitting.has(key)) fitting.set(key, nobody());
      countIn(fitting.get(key), id, agent);
    }
  }
  fittingOf.set(agents, fitting);
  return fitting;
}

function countIn(counted, id, agent) {
  if (agent.status === "offline") {
    counted.offline += 1;
    return;
  }
  counted.signedIn += 1;
  if (agent.status === "queued") counted.free += 1;
  else if (agent.status !== "paused") counted.busy += 1;
  else (hasMissed(agent) ? counted.missed : counted.chose).push(id);
}

function callQueuesOf({ languages, gender, topics, channel }, byTopic) {
  const line = channel ? `W.${channel}` : "W";
  const endings = byTopic ? [...(topics ?? []), ANY].map((topic) => `#${topic}`) : [""];
  return languages.flatMap((language) =>
    [gender, ANY].flatMap((one) => endings.map((ending) => `${line}#${language}#${one}${ending}`)),
  );
}

const NUMBERS = {
  waiting: (row) => row.depth,
  longest: (row) => row.wait,
  expected: (row) => row.estimate,
  agents: (row) => row.free,
  level: (row) => row.serviceLevel,
  today: (row) => row.today.serviceLevel,
  offered: (row) => row.today.offered,
  answered: (row) => row.answered,
  abandoned: (row) => row.abandoned,
  response: (row) => row.firstResponse,
  rating: (row) => row.rating,
};

const WORST = { by: "worst", falling: false };
const RANKS = { bad: 0, warn: 1 };

/** The order in an address, "longest" or "-longest" for descending; by default the worst first. */
export function sortFromUrl(search) {
  const wanted = new URLSearchParams(search).get("sort") ?? "";
  const by = wanted.replace(/^-/, "");
  return by in NUMBERS || by === "queue" ? { by, falling: wanted.startsWith("-") } : WORST;
}

/** The address's search part with this order in it; everything else in it stays. */
export function sortToUrl(search, { by, falling }) {
  return withSaid(search, { sort: by === "worst" ? null : `${falling ? "-" : ""}${by}` });
}

/** The order after a click on a column's heading: numbers descending first, names ascending. */
export function nextSort(present, by) {
  if (by === "worst") return WORST;
  if (present.by === by) return { by, falling: !present.falling };
  return { by, falling: by !== "queue" };
}

/** Keys in the given order, `levels` by key; unknown values come last, equal ones alphabetically. */
export function sortedKeys(rows, { by, falling }, levels = {}) {
  const sign = falling ? -1 : 1;
  const named = (a, b) => a.key.localeCompare(b.key, "en") * (by === "queue" ? sign : 1);
  const order = by === "worst" ? worstFirst(levels) : numbered(NUMBERS[by] ?? (() => 0), sign);
  return [...rows].sort((a, b) => order(a, b) || named(a, b)).map(({ key }) => key);
}

function numbered(value, sign) {
  const known = (row) => (Number.isFinite(value(row)) ? value(row) * sign : Infinity);
  return (a, b) => (known(a) === known(b) ? 0 : known(a) - known(b));
}

/** By level, then by the longest wait. */
function worstFirst(levels) {
  const rank = ({ key }) => RANKS[worstOf(levels[key])] ?? 2;
  return (a, b) => rank(a) - rank(b) || (b.wait || 0) - (a.wait || 0);
}
