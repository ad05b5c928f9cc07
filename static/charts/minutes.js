// One plot of the last hour on its canvas: drawn only after a change, at most four times a second, in the
// colours of the page.

import uPlot from "uplot";

import { hourAndMinute } from "../parts/format.js";
import { colour, fit, frame, lineOf, topOf } from "./frame.js";

const DRAW_EVERY_MS = 250;
const FILLED = { fill: () => colour("blue-soft") };
const TOGETHER = { key: "last hour" }; // the minute under the mouse is marked in both plots

export class MinutesChart {
  #plot = null;
  #place = null;
  #columns = null;
  #drawnAt = -Infinity;
  #timer = 0;
  #resized = new ResizeObserver(() => fit(this.#plot, this.#place));

  /** `lines`: [{name, tone, dash}]; `pointAt(ms | null)`: the minute under the mouse. */
  constructor(lines, pointAt) {
    this.lines = lines;
    this.pointAt = pointAt;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#plot?.redraw());
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

  #options() {
    return frame(this.#place, {
      x: { space: 64, values: (_, at) => at.map((one) => hourAndMinute(one * 1000)) },
      y: { size: 40, space: 20 }, // low plots still have a line above 0
      cursor: { sync: TOGETHER },
      scales: { y: { range: (_, __, most) => [0, topOf(most)] } },
      series: this.lines.map((line) => lineOf(line, line.name === "waiting" ? FILLED : {})),
      hooks: { setCursor: [({ cursor }) => this.pointAt(this.#minute(cursor.idx))] },
    });
  }

  #minute(index) {
    const seconds = this.#columns[0][index ?? -1];
    return seconds === undefined ? null : seconds * 1000;
  }
}
