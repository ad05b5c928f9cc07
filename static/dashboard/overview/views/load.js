// The bar to start and stop the demo load, for users who may.

import { html, nothing } from "lit-html";

import { count, duration } from "../../../parts/format.js";
import { hiddenFields } from "../../../parts/hidden-fields.js";
import { icon } from "../../../parts/icons.js";
import { closeButton } from "../../../parts/dialogs.js";

const STATES = {
  idle: { word: "Stopped", icon: "off", tone: "grey" },
  running: { word: "Running", icon: "live", tone: "green" },
  stopping: { word: "Stopping", icon: "clock", tone: "orange" },
  simulation: { word: "Simulation", icon: "live", tone: "blue" },
};

export function loadBar(model, on) {
  const { config, load } = model;
  if (!config.canControlLoad) return nothing;
  return html`
    <section class="loadbar" aria-labelledby="load-title" data-load=${load?.state ?? "unknown"}>
      <h2 id="load-title">${icon("wave")}Demo load</h2>
      ${load === null ? html`<p class="facts">Loading…</p>` : [facts(load), form(model, on)]}
    </section>
  `;
}

function facts(load) {
  const state = STATES[load.state];
  return html`
    <p class="facts">
      <span class="pill tone-${state.tone}">${icon(state.icon)}${state.word}</span>
      ${load.state === "idle"
        ? html`<span class="wide-only">Simulated callers and agents, to see the dashboard at work</span>`
        : html`
            <span><b class="number">${count(load.rate)}</b> calls/s</span>
            <span><b class="number">${count(load.agents)}</b> agents</span>
            ${load.simulation
              ? html`<span class="wide-only">A simulation is running on this table</span>`
              : html`<span><b class="number">${count(load.arrived)}</b> callers in <b class="number">${duration(load.elapsed_seconds * 1000)}</b></span>`}
            ${load.missed ? html`<span><b class="number">${count(load.missed)}</b> skipped (generator behind)</span>` : nothing}
          `}
      ${load.error ? html`<span class="trouble tone-red">${icon("warn")}${load.error}</span>` : nothing}
    </p>
  `;
}

function form(model, on) {
  const { state, simulation } = model.load;
  // It has its own page.
  if (simulation) return html`<a class="button" href="/simulations/${simulation}/">Show it</a>`;
  return state === "idle" ? startForm(model, on) : stopForm(model, on);
}

/** Stale rows do not block it, but a lost permission does. */
function rests({ load, loadBusy, fresh }) {
  const shutOut = fresh.name === "signed-out" || fresh.name === "forbidden";
  return loadBusy || shutOut || load.state === "stopping" ? "true" : "false";
}

/** Asks before a start or stop of the load: both affect everyone on this table. */
export function loadDialog({ askingLoad }, on) {
  return html`
    <dialog id="load-dialog" class="dialog" aria-labelledby="load-question" @close=${on.loadAsked}>
      ${askingLoad ? question(askingLoad, on) : nothing}
    </dialog>
  `;
}

function question({ action, fields }, on) {
  const starts = "rate" in fields;
  const verb = starts ? "Start" : "Stop";
  return html`
    <header>
      <h2 id="load-question">${verb} the demo load?</h2>
      ${closeButton()}
    </header>
    <p class="footnote">
      ${starts
        ? `${fields.rate} calls/s for ${fields.agents} agents. Simulated callers can reach any available agent.`
        : "No more callers arrive. Waiting callers hang up, and calls in progress end."}
    </p>
    <form method="post" action=${action} class="reasons" @submit=${on.changeLoad}>
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
      <button class=${starts ? "primary" : "danger"}>${icon(starts ? "play" : "stop")}${verb} the load</button>
    </form>
  `;
}

function stopForm(model, on) {
  return html`
    <form method="post" action="/load/stop/" @submit=${on.askLoad}>
      ${hiddenFields(model.config)}
      <button class="danger" aria-disabled=${rests(model)}>${icon("stop")}Stop</button>
    </form>
  `;
}

function startForm(model, on) {
  const { rate, agents } = model.config.load;
  return html`
    <form method="post" action="/load/start/" @submit=${on.askLoad}>
      ${hiddenFields(model.config)}
      <label><input class="number" name="rate" type="number" inputmode="decimal" required step="any"
        min=${rate.least} max=${rate.most} value=${rate.usual} /> calls/s</label>
      <label><input class="number" name="agents" type="number" inputmode="numeric" required
        min=${agents.least} max=${agents.most} value=${agents.usual} /> agents</label>
      <button class="primary" aria-disabled=${rests(model)}>${icon("play")}Start</button>
    </form>
  `;
}
