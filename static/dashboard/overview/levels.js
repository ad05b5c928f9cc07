// How figures stand against their targets: on target, beyond it, far beyond it. Pure.

const BEST_RATING = 5;
const WORST_SHORT = 3.9; // almost every rating the lowest
const ORDER = ["none", "good", "warn", "bad"];

/**
 * The level of a figure where more is worse. At the target it is exact: what is shown as reached is never marked
 * as missed. Between orange and red it recovers only a tenth below, so that a figure on the edge does not flicker.
 */
export function level(previous, value, limits) {
  if (!Number.isFinite(value) || !Number.isFinite(limits.warn)) return "none";
  if (value <= limits.warn) return "good";
  return value > limits.bad * (previous === "bad" ? 0.9 : 1) ? "bad" : "warn";
}

/** The same where less is worse. */
export function levelOfLeast(previous, value, limits) {
  if (!Number.isFinite(value) || !Number.isFinite(limits.warn)) return "none";
  if (value >= limits.warn) return "good";
  return value < limits.bad * (previous === "bad" ? 1.1 : 1) ? "bad" : "warn";
}

/** Levels of the headline's figures that have a target, and of each queue's under `queues`. */
export function levels(previous, shown, rows) {
  const queues = Object.fromEntries(rows.map((row) => [row.key, queueLevels(previous.queues?.[row.key], row)]));
  const worst = (name) => Object.values(queues).reduce((found, one) => worse(found, one[name]), "none");
  const against = (name, value, target) => level(previous[name], value, limitsOf(target, shown.redBeyond));
  return {
    waiting: worst("waiting"),
    longestWait: worst("wait"),
    serviceLevel: missed(previous.serviceLevel, { ...shown, ...shown.recent }),
    abandonment: against("abandonment", shown.recent.abandonment, shown.abandonmentTarget),
    asa: against("asa", shown.recent.asa, shown.asaTarget),
    ...responseLevels(previous, { ...shown, ...shown.recent }),
    pauses: against("pauses", shown.longestPause, 1),
    ...agentLevels(previous, shown.agents?.groups ?? []),
    queues,
  };
}

function agentLevels(previous, groups) {
  return Object.fromEntries(
    groups.map(({ name, amount, target, red, least }) => {
      const against = least ? levelOfLeast : level;
      return [name, against(previous[name], amount, { warn: target, bad: red })];
    }),
  );
}

/** Levels of a queue or a scene. */
export function queueLevels(previous, row) {
  return {
    waiting: level(previous?.waiting, row.depth, limitsOf(row.waitingTarget, row.redBeyond)),
    wait: waitLevel(previous?.wait, row),
    serviceLevel: missed(previous?.serviceLevel, row),
    ...responseLevels(previous ?? {}, row),
  };
}

/** Levels of what chats have besides: the share of first responses in time, and the rating. */
export function responseLevels(previous, row) {
  const { firstResponseLevel: serviceLevel, firstResponseLevelTarget: serviceLevelTarget, rating, ratingTarget, redBeyond } = row;
  const short = BEST_RATING - ratingTarget; // a rating is judged by what it is below the best
  return {
    firstResponse: missed(previous.firstResponse, { serviceLevel, serviceLevelTarget, redBeyond }),
    rating: level(previous.rating, BEST_RATING - rating, { warn: short, bad: Math.min(short * redBeyond, WORST_SHORT) }),
  };
}

/** Of whole seconds, as they are shown. */
function waitLevel(previous, { wait, target, redBeyond }) {
  return level(previous, Math.floor((wait || 0) / 1000) * 1000, limitsOf(target, redBeyond));
}

function limitsOf(target, redBeyond) {
  return { warn: target, bad: target * redBeyond };
}

/** A service level is judged by what it misses. */
function missed(previous, { serviceLevel, serviceLevelTarget, redBeyond }) {
  const allowed = 1 - serviceLevelTarget;
  return level(previous, 1 - serviceLevel, { warn: allowed, bad: Math.min(allowed * redBeyond, 0.99) });
}

/** The worse of two levels. */
function worse(one, other) {
  return ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one;
}

/** The worst level of a queue. */
export function worstOf(levels = {}) {
  return Object.values(levels).reduce(worse, "none");
}

const OF_CALLERS = ["waiting", "longestWait", "serviceLevel", "abandonment", "asa", "firstResponse", "rating"];

/** True while no figure of callers misses its target: only then may a tick say that another is reached. */
export function allReached(levels) {
  return OF_CALLERS.every((name) => ["good", "none", undefined].includes(levels[name]));
}

/** The headline's figures that have become red; what was red when first seen has not become so. */
export function turnedRed(before, after) {
  return Object.keys(after).filter((name) => after[name] === "bad" && before[name] && before[name] !== "bad");
}
