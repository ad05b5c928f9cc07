// What all plots on a canvas share: axes, lines and the colours of the page, and the size of their place.

import "uplot/dist/uPlot.min.css"; // becomes board.css and the like; collectstatic would look for it in app.css

const FONT = "11px";
const LEAST_TOP = 4; // no axis with fractions of calls
export const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The options of a plot in its `place`; `x` and `y` are what its axes have of their own. */
export function frame(place, { x, y, cursor, scales, series, hooks }) {
  const none = { show: false };
  const axis = { stroke: () => colour("ink-3"), font: `${FONT} ${colour("font")}`, ticks: none };
  return {
    ...sizeOf(place),
    padding: [8, 20, 0, 0],
    legend: none,
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 }, ...cursor },
    scales,
    axes: [
      { ...axis, size: 28, gap: 8, grid: none, ...x },
      { ...axis, space: 32, gap: 6, incrs: WHOLE, grid: { stroke: () => colour("line"), width: 1 }, ...y },
    ],
    series: [{}, ...series],
    hooks,
  };
}

/** A line in its tone and dashes; `more` is what it has besides. */
export function lineOf({ tone, dash }, more = {}) {
  return { stroke: () => colour(tone), width: 1.75, dash, points: { show: false }, ...more };
}

/** The top of an axis from 0. */
export function topOf(most) {
  return Math.max(LEAST_TOP, most * 1.08);
}

/** Makes a plot as large as its place is by now. */
export function fit(plot, place) {
  const { width, height } = sizeOf(place);
  if (plot && width > 0 && (width !== plot.width || height !== plot.height)) plot.setSize({ width, height });
}

function sizeOf({ clientWidth: width, clientHeight: height }) {
  return { width, height };
}
