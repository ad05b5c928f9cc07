// Which rows of a long table are drawn: those in sight, some to spare, and those that must not go away. All
// rows are of one height; gaps stand for the others. Pure.

const SPARE = 8; // rows drawn beyond either edge, so that a quick scroll shows no hole
const FIRST_LOOK = 40; // rows drawn before anybody has measured anything

/** {first, last}: the rows in sight and to spare, `last` not among them. Heights in pixels. */
export function windowOf({ scrollTop, height, rowHeight, count }) {
  if (!(rowHeight > 0) || !(height > 0)) return { first: 0, last: Math.min(count, FIRST_LOOK) };
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const rows = Math.ceil(height / rowHeight);
  const last = Math.min(count, top + rows + SPARE);
  return { first: Math.max(0, Math.min(top, count - rows) - SPARE), last };
}

/**
 * The whole table as pieces in order: {from, to} are rows to draw, {gap} so many rows that are not. `kept` are
 * places of rows that are drawn wherever they are, -1 for none.
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

/** Where to scroll, by as little as possible, so that a row is in sight below the table's head. */
export function scrollTopFor(at, { scrollTop, height, rowHeight, head }) {
  const top = at * rowHeight;
  const bottom = top + rowHeight + head;
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : scrollTop;
}
