// Stages of a call at the desk: ringing, in progress, wrap-up.

import { html, nothing } from "lit-html";

import { duration, since } from "../../../parts/format.js";
import { hiddenFields } from "../../../parts/hidden-fields.js";
import { bigButton, stageCard, until } from "./parts.js";

export function ringing(model, on) {
  const { config, ready, canAct } = model;
  const off = !ready || !canAct;
  return stageCard(model, {
    title: caller(model),
    aside: until(model),
    body: facts(model, { waited: true }),
    acts: callForm(model, on, [
      bigButton({ word: "Accept", icon: "phone", key: "A", kind: "go", action: config.urls.accept, off }),
      bigButton({ word: "Decline", icon: "off", key: "D", action: config.urls.decline, off }),
    ]),
  });
}

export function talking(model, on) {
  const { agent, config, now, ready, canAct } = model;
  const late = agent.until && Date.parse(agent.until) < now;
  return stageCard(model, {
    title: caller(model),
    aside: html`<p class="desk-clock number">${duration(since(agent.since, now))}</p>`,
    body: html`${facts(model)} ${late ? html`<p class="desk-why">This call has lasted unusually long. Is the line still open?</p>` : nothing}`,
    acts: callForm(model, on, [
      bigButton({ word: "Complete", icon: "check", key: "C", kind: "primary", action: config.urls.complete, off: !ready || !canAct }),
    ]),
  });
}

export function wrapUp(model, on) {
  const { agent, config, last, canAct } = model;
  const [shorter, longer] = config.extensions;
  return stageCard(model, {
    title: last?.caller ? `After the call with ${last.caller}` : "After the call",
    aside: until(model),
    body: nothing,
    acts: html`<form
      method="post"
      class="desk-acts three"
      action=${config.urls["extend-wrap-up"]}
      data-agent=${config.agent}
      data-agent-name=${agent.name}
      @submit=${on.act}
    >
      ${hiddenFields(config, { expected_version: agent.version, call: agent.call ?? "" })}
      ${bigButton({ word: `+${shorter} s`, key: "H", name: "seconds", value: shorter, off: !canAct })}
      ${bigButton({ word: `+${longer} s`, key: "M", name: "seconds", value: longer, off: !canAct })}
      ${bigButton({ word: "End wrap-up", icon: "check", key: "E", kind: "primary", action: config.urls["end-wrap-up"], off: !canAct })}
    </form>`,
  });
}

function caller({ call }) {
  return call?.caller || "A caller";
}

function callForm(model, on, buttons) {
  const { agent, call, config } = model;
  return html`<form method="post" class="desk-acts" data-agent=${config.agent} data-agent-name=${agent.name} @submit=${on.act}>
    ${hiddenFields(config, { call: agent.call ?? "", expected_version: call?.version ?? "" })} ${buttons}
  </form>`;
}

function facts({ call, now }, { waited = false } = {}) {
  if (!call) return nothing;
  const shown = [
    ["Language", call.language],
    ["Asks for", { F: "a woman", M: "a man" }[call.gender] ?? (call.gender === "Any" ? "" : call.gender)],
    ["Topic", call.topic],
    ["Priority", String(call.band)],
    ["Waited", waited ? duration(since(call.queued_at, now)) : ""],
  ].filter(([, text]) => text);
  return html`<dl class="desk-facts">
    ${shown.map(([name, text]) => html`<div><dt>${name}</dt><dd class="number">${text}</dd></div>`)}
  </dl>`;
}
