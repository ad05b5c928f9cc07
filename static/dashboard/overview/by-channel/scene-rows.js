// Chats by scene: figures of the last minutes and their levels. Pure.

import { queueLevels, worstOf } from "../levels.js";
import { responses, targets } from "../queue-rows.js";

const RANKS = { bad: 0, warn: 1 };

/** The scenes, the worst first; `before` are the rows of the last look, for levels that do not flicker. */
export function sceneRows({ scenes = {} }, before = []) {
  const known = Object.fromEntries(before.map((row) => [row.name, row.levels]));
  return Object.entries(scenes)
    .map(([name, figures]) => sceneRow(name, figures, known[name]))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en"));
}

function sceneRow(name, figures, before) {
  const { recent } = figures;
  const row = { name, answered: recent.answered, serviceLevel: recent.service_level ?? NaN, ...responses(recent), ...targets(figures) };
  return { ...row, levels: queueLevels(before, row) };
}

function rank({ levels }) {
  return RANKS[worstOf(levels)] ?? 2;
}
