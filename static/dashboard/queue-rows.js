// The joined table of queues: for each call queue its callers, the agents who fit, and its day. Pure.

import { queueSkills, since } from "./format.js";

const ANY = "Any";

/** One row for each call queue. Durations in milliseconds; NaN or undefined where nothing is known. */
export function queueRows(state, everybody, now) {
  const keys = Object.keys(state.call_queues);
  const fitting = fittingAgents(everybody, keys.some((key) => queueSkills(key).length > 2));
  return keys.map((key) => {
    const { depth, version, oldest, estimate } = state.call_queues[key];
    const agents = fitting.get(key) ?? { free: 0, signedIn: 0 };
    const isAnybodysGuess = depth === 0 && agents.free === 0; // nobody is ahead, but nobody is free either
    return {
      key,
      skills: queueSkills(key),
      depth,
      version,
      wait: depth > 0 ? since(oldest, now) : NaN,
      estimate: isAnybodysGuess ? NaN : estimate ?? NaN,
      agentQueues: agentQueuesOf(key, state.agent_queues),
      ...agents,
      ...day(state.figures[key]),
    };
  });
}

function day(figures = {}) {
  return {
    offered: figures.offered,
    answered: figures.answered,
    abandoned: figures.abandoned,
    serviceLevel: figures.service_level ?? NaN,
    ...targets(figures),
  };
}

/** What a row of figures is held against. Durations in milliseconds, shares 0 to 1; NaN where there is none. */
export function targets(figures) {
  return {
    waitingTarget: figures.waiting_target || NaN, // 0 says that there is none
    target: (figures.target_seconds ?? NaN) * 1000,
    serviceLevelTarget: figures.service_level_target ?? NaN,
    asaTarget: (figures.asa_target_seconds ?? NaN) * 1000,
    abandonmentTarget: figures.abandonment_target ?? NaN,
    redBeyond: figures.red_beyond ?? NaN,
  };
}

/** The agent queues whose agents fit the calls of a call queue, as {key, depth, version}. */
function agentQueuesOf(key, agentQueues) {
  const wanted = queueSkills(key);
  return Object.keys(agentQueues)
    .filter((one) => queueSkills(one).every((skill, at) => wanted[at] === skill || (at > 0 && wanted[at] === ANY)))
    .map((one) => ({ key: one, ...agentQueues[one] }));
}

let lastAgents = null;
let lastFitting = new Map();

/** By call queue: how many agents fit its calls and can be given one now, and how many of them are signed in. */
function fittingAgents(agents, topics) {
  if (agents === lastAgents) return lastFitting; // the clock ticks more often than agents change
  lastFitting = new Map();
  lastAgents = agents;
  for (const agent of Object.values(agents)) {
    if (agent.status === "offline") continue;
    for (const key of callQueuesOf(agent, topics)) {
      const counted = lastFitting.get(key) ?? { free: 0, signedIn: 0 };
      counted.signedIn += 1;
      if (agent.status === "queued") counted.free += 1;
      lastFitting.set(key, counted);
    }
  }
  return lastFitting;
}

function callQueuesOf({ languages, gender, topics }, byTopic) {
  const endings = byTopic ? [...(topics ?? []), ANY].map((topic) => `#${topic}`) : [""];
  return languages.flatMap((language) =>
    [gender, ANY].flatMap((one) => endings.map((ending) => `W#${language}#${one}${ending}`)),
  );
}

const NUMBERS = {
  waiting: (row) => row.depth,
  longest: (row) => row.wait,
  expected: (row) => row.estimate,
  agents: (row) => row.free,
  level: (row) => row.serviceLevel,
  offered: (row) => row.offered,
  answered: (row) => row.answered,
  abandoned: (row) => row.abandoned,
};

/** The order that an address asks for, "longest" or "-longest" from the greatest down; by name otherwise. */
export function sortFromUrl(search) {
  const wanted = new URLSearchParams(search).get("sort") ?? "";
  const by = wanted.replace(/^-/, "");
  return by in NUMBERS || wanted === "-queue" ? { by, falling: wanted.startsWith("-") } : { by: "queue", falling: false };
}

/** The address's search part with this order in it; everything else in it stays. */
export function sortToUrl(search, { by, falling }) {
  const parameters = new URLSearchParams(search);
  if (by === "queue" && !falling) parameters.delete("sort");
  else parameters.set("sort", `${falling ? "-" : ""}${by}`);
  const written = parameters.toString();
  return written ? `?${written}` : "";
}

/** What a click on a column's heading asks for: numbers from the greatest down first, names from A. */
export function nextSort(present, by) {
  if (present.by === by) return { by, falling: !present.falling };
  return { by, falling: by !== "queue" };
}

/** Keys in the order asked for; where nothing is known comes last, equals stay in the alphabet. */
export function sortedKeys(rows, { by, falling }) {
  const value = NUMBERS[by] ?? (() => 0);
  const sign = falling ? -1 : 1;
  const named = (a, b) => a.key.localeCompare(b.key, "en") * (by === "queue" ? sign : 1);
  return [...rows]
    .sort((a, b) => {
      const [one, other] = [value(a), value(b)].map((number) => (Number.isFinite(number) ? number * sign : Infinity));
      return one === other ? named(a, b) : one - other;
    })
    .map(({ key }) => key);
}
