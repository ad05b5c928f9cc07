// Drawn rows of a long table: those in sight, a margin, and pinned ones. All rows have one height; gaps
// replace the others. Pure.

const SPARE = 8; // rows drawn beyond either edge, so that a quick scroll shows no hole
const FIRST_LOOK = 40; // rows drawn before the first measurement

/** {first, last}: the rows in sight with a margin, `last` excluded. Heights in pixels. */
export function windowOf({ scrollTop, height, rowHeight, count }) {
  if (!(rowHeight > 0) || !(height > 0)) return { first: 0, last: Math.min(count, FIRST_LOOK) };
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const rows = Math.ceil(height / rowHeight);
  const last = Math.min(count, top + rows + SPARE);
  return { first: Math.max(0, Math.min(top, count - rows) - SPARE), last };
}

/**
 * The whole table as pieces in order: {from, to} are rows to draw, {gap} is a number of rows that are not
 * drawn. `kept` are positions of pinned rows, -1 for none.
 */
export function pieces({ first, last }, kept, count) {
  const outside = [...new Set(kept)].filter((at) => at >= 0 && at < count && (at < first || at >= last));
  const runs = [...outside.map((at) => [at, at + 1]), [first, last]].sort((a, b) => a[0] - b[0]);
  const all = [];
  let end = 0;
  for (const [from, to] of runs) {
    if (from >= to) continue;
    if (from > end) all.push({ gap: from - end });
    all.push({ from, to });
    end = to;
  }
  if (count > end) all.push({ gap: count - end });
  return all;
}

/** The least scroll position that shows a row below the table's head. */
export function scrollTopFor(at, { scrollTop, height, rowHeight, head }) {
  const top = at * rowHeight;
  const bottom = top + rowHeight + head;
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
}
