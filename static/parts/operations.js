// Buttons of operations on one agent, as the server declares them in `config.buttons`.

import { html, nothing } from "lit-html";

import { hiddenFields } from "./hidden-fields.js";

/**
 * Supervisors choose for every agent, or those of their teams; operators for the agent of their desk, unless
 * they may for all.
 */
export function choosesFor(id, agent, { canChoose, ownAgent, reach }) {
  if (canChoose) return reaches(id, agent, { reach });
  return ownAgent === personOf(id); // its calls and its chats
}

/** Is the agent within the reader's teams? `reach` is null for all agents. */
export function reaches(id, agent, { reach }) {
  return !reach || reach.teams.includes(agent.team) || reach.own === personOf(id);
}

function personOf(id) {
  return id.split("~", 1)[0];
}

/** Some also end the rest of an agent (available until a given time). */
export function appliesTo({ only, endsRest }, row) {
  const rests = endsRest && row.status === "available" && Boolean(row.until);
  return rests || (only?.includes(row.status) ?? true);
}

/** The buttons at a place ("row", "stuck_row", "timely_row", "many") that apply to an agent. */
export function buttonsAt(place, agent, { buttons }) {
  return buttons.filter((button) => button.at.includes(place) && appliesTo(button, agent));
}

/** The button that makes paused agents available where callers wait. */
export function makingAvailable({ buttons }) {
  return buttons.find(({ at }) => at.includes("trouble"));
}

/** May the reader use a button on an agent? */
export function mayUse({ needs }, id, agent, config) {
  return { supervise: config.canSupervise && reaches(id, agent, config), choose: choosesFor(id, agent, config) }[needs] ?? true;
}

/** May the reader use it on many agents, be it only on some? */
export function mayUseOnMany({ needs }, config) {
  return { supervise: config.canSupervise, choose: config.canChoose }[needs] ?? true;
}

/** Those that share a form have their buttons in one. Real forms, so that they work if the script fails. */
export function operationForms(buttons, part) {
  return [...new Set(buttons.map(({ form }) => form))].map((form) => formOf(buttons.filter((one) => one.form === form), part));
}

function formOf(buttons, part) {
  const { id, agent, model, on, back } = part;
  const [{ form, isChoice }] = buttons;
  const known = { expected_version: agent.version, call: agent.call ?? "" };
  const sent = Object.entries(known).filter(([name]) => buttons.some(({ sends }) => sends.includes(name)));
  return html`<form method="post" action=${address(buttons[0], id)} class=${isChoice ? "choices" : "cures"} @submit=${on.act}
      data-agent=${id} data-agent-name=${agent.name} aria-label=${form.replace("{name}", agent.name)}>
    ${hiddenFields(model.config, { ...Object.fromEntries(sent), back })}
    ${buttons.map((one) => button(one, buttons[0], part))}
  </form>`;
}

function button({ name, word, brief, spoken, field, value, isChoice, isDanger, asks, ...one }, first, { id, agent, model, tab }) {
  const { pending, fresh, agents } = model;
  const rests = !fresh.canAct || pending.has(id) || !agents[id] ? "true" : "false";
  return html`<button class=${isDanger ? "danger" : nothing} name=${field || nothing} value=${field ? value : nothing}
    formaction=${one.address === first.address ? nothing : address(one, id)} tabindex=${tab ?? nothing} data-asks=${asks ? name : nothing}
    aria-label=${spoken.replace("{name}", agent.name) || nothing} title=${brief ? word : nothing} aria-disabled=${rests}
    aria-pressed=${isChoice ? agent.choice === value : nothing} ?data-pending=${isChoice && pending.get(id) === value}>${brief || word}</button>`;
}

function address({ address }, id) {
  return address.replace(":id", encodeURIComponent(id));
}
