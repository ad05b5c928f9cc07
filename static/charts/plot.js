// One plot of a report on its canvas: lines over labels, in the colours of the page.

import uPlot from "uplot";

import { colour, fit, frame, lineOf, topOf, WHOLE } from "./frame.js";

const PERCENT = "%";
const STEPPED = { paths: uPlot.paths.stepped({ align: 1, alignGaps: 1 }) };

export class Plot {
  #plot = null;
  #written = "";
  #data = null;
  #resized = new ResizeObserver(() => fit(this.#plot, this.canvas));

  constructor() {
    for (const media of ["(prefers-color-scheme: dark)", "print"]) {
      matchMedia(media).addEventListener("change", () => this.#plot?.redraw());
    }
  }

  /** Takes the canvas out of the page, so that the part around it can be replaced. */
  lift() {
    this.#resized.disconnect();
    this.#plot?.root.remove();
  }

  /** Draws the `data-plot` of `place`; without a place the plot is removed. */
  show(place) {
    if (!place) return this.#end();
    place.hidden = false;
    this.place = place;
    const written = place.dataset.plot;
    const canvas = place.querySelector(".plot");
    if (this.#plot && written === this.#written) canvas.append(this.#plot.root);
    else this.#draw(canvas, written);
    this.canvas = canvas;
    this.#resized.observe(canvas);
    this.#point(null);
  }

  #end() {
    this.#plot?.destroy();
    this.#plot = null;
    this.#written = "";
  }

  #draw(canvas, written) {
    this.#end();
    this.#written = written;
    this.#data = JSON.parse(written);
    const { stepped, lines } = this.#data;
    // The last step has a width too.
    const columns = lines.map(({ values }) => (stepped ? [...values, values.at(-1)] : values));
    const x = columns[0].map((_, index) => index);
    this.#plot = new uPlot(this.#options(canvas), [x, ...columns], canvas);
  }

  #options(canvas) {
    const { labels, unit, stepped } = this.#data;
    const widest = Math.max(...labels.map((label) => label.length));
    const top = (_, __, most) => [0, unit === PERCENT ? 100 : topOf(most)];
    return frame(canvas, {
      x: { incrs: WHOLE, space: 24 + 6 * widest, values: (_, at) => at.map((one) => labels[one] ?? "") },
      y: { size: 48, values: (_, at) => at.map((one) => (unit === PERCENT ? `${one} %` : one.toLocaleString("en"))) },
      scales: { x: { time: false, range: (_, least, most) => [least, Math.max(most, least + 1)] }, y: { range: top } },
      series: this.#data.lines.map((line) => lineOf(line, stepped ? STEPPED : {})),
      hooks: { setCursor: [(plot) => this.#point(this.#under(plot))], drawClear: [(plot) => this.#mark(plot)] },
    });
  }

  /** A line at the answer, behind all others. */
  #mark(plot) {
    const { mark } = this.#data;
    if (mark === null) return;
    const x = Math.round(plot.valToPos(mark, "x", true));
    const { top, height } = plot.bbox;
    plot.ctx.fillStyle = colour("green-soft");
    const half = Math.max(3, plot.bbox.width / this.#data.labels.length / 4);
    plot.ctx.fillRect(x - half, top, 2 * half, height);
  }

  /** The place under the mouse: the nearest point, or the step. */
  #under(plot) {
    const { idx, left } = plot.cursor;
    return this.#data.stepped && left >= 0 ? Math.floor(plot.posToVal(left, "x")) : idx;
  }

  /** Writes the values under the mouse into the legend. */
  #point(index) {
    const { labels, lines, unit } = this.#data;
    const place = index === null || index === undefined ? null : Math.max(0, Math.min(index, labels.length - 1));
    this.place.querySelector("[data-pointed]").textContent = place === null ? "" : labels[place];
    this.place.querySelectorAll("[data-value]").forEach((written, line) => {
      const value = place === null ? "" : (lines[line].values[place]?.toLocaleString("en") ?? "");
      written.textContent = value && unit === PERCENT ? `${value} %` : value;
    });
  }
}
