// One plot of the last hour on its canvas: drawn only after a change, at most four times a second, in the
// colours of the page.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css"; // becomes board.css; collectstatic would look for it in app.css

import { hourAndMinute } from "../parts/format.js";

const DRAW_EVERY_MS = 250;
const LEAST_TOP = 4; // no axis with fractions of calls
const FONT = "11px";
const TOGETHER = { key: "last hour" }; // the minute under the mouse is marked in both plots

export class MinutesChart {
  #plot = null;
  #place = null;
  #columns = null;
  #drawnAt = -Infinity;
  #timer = 0;
  #resized = new ResizeObserver(() => this.#fit());
  #palette = null;

  /** `lines`: [{name, tone, dash}]; `pointAt(ms | null)`: the minute under the mouse. */
  constructor(lines, pointAt) {
    this.lines = lines;
    this.pointAt = pointAt;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.#palette = null;
      this.#plot?.redraw();
    });
  }

  /** Shows these columns in this element; without an element the chart is removed. */
  show(place, columns) {
    if (place !== this.#place) this.#move(place);
    if (!place || columns === this.#columns) return;
    this.#columns = columns;
    clearTimeout(this.#timer);
    const wait = this.#drawnAt + DRAW_EVERY_MS - performance.now();
    if (wait <= 0) this.#draw();
    else this.#timer = setTimeout(() => this.#draw(), wait);
  }

  #move(place) {
    clearTimeout(this.#timer);
    this.#resized.disconnect();
    this.#plot?.destroy();
    this.#plot = null;
    this.#columns = null;
    this.#place = place;
    if (place) this.#resized.observe(place);
  }

  #draw() {
    this.#drawnAt = performance.now();
    if (this.#plot) this.#plot.setData(this.#columns);
    else this.#plot = new uPlot(this.#options(), this.#columns, this.#place);
  }

  #size() {
    return { width: this.#place.clientWidth, height: this.#place.clientHeight };
  }

  #fit() {
    const { width, height } = this.#size();
    if (this.#plot && width > 0 && (width !== this.#plot.width || height !== this.#plot.height)) {
      this.#plot.setSize({ width, height });
    }
  }

  #colour(name) {
    this.#palette ??= getComputedStyle(document.documentElement);
    return this.#palette.getPropertyValue(`--${name}`).trim();
  }

  #options() {
    const font = `${FONT} ${this.#colour("font")}`;
    const stroke = () => this.#colour("ink-3");
    const none = { show: false };
    return {
      ...this.#size(),
      padding: [8, 20, 0, 0],
      legend: none,
      cursor: { y: false, sync: TOGETHER, drag: { x: false, y: false }, points: { size: 7 } },
      scales: { y: { range: (_, __, most) => [0, Math.max(LEAST_TOP, most * 1.08)] } },
      axes: [
        { stroke, font, size: 28, space: 64, gap: 8, grid: none, ticks: none, values: (_, at) => at.map((one) => hourAndMinute(one * 1000)) },
        { stroke, font, size: 40, space: 32, gap: 6, ticks: none, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000], grid: { stroke: () => this.#colour("line"), width: 1 } },
      ],
      series: [{}, ...this.lines.map((line) => this.#series(line))],
      hooks: { setCursor: [({ cursor }) => this.pointAt(this.#minute(cursor.idx))] },
    };
  }

  #series({ name, tone, dash }) {
    const filled = name === "waiting" ? { fill: () => this.#colour(`${tone}-soft`) } : {};
    return { stroke: () => this.#colour(tone), width: 1.75, dash, points: { show: false }, ...filled };
  }

  #minute(index) {
    const seconds = this.#columns[0][index ?? -1];
    return seconds === undefined ? null : seconds * 1000;
  }
}
