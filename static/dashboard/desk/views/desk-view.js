// The desk from one model: the agent's state, what comes after, and the desk's switches.

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";

import { deskKeys } from "../desk-keys.js";
import { agentDeadline } from "../../../parts/deadlines.js";
import { countdown, duration, plural, sentenceCase, since } from "../../../parts/format.js";
import { hiddenFields } from "../../../parts/hidden-fields.js";
import { icon } from "../../../parts/icons.js";
import { earlierCalls, earlierChats } from "../customer/earlier-lists.js";
import { outcomeForm } from "../outcome/outcome-form.js";
import { ringing, talking, wrapUp } from "./call.js";
import { bigButton, stageCard, until } from "./stage-card.js";
import { keysDialog, reasonDialog } from "../../../parts/dialogs.js";
import { banner, notices } from "../../../parts/status-bar.js";

/** `model`: {config, state, now, fresh, stage, agent, call, …} from the page's script; `on`: the handlers. */
export function deskPage(model, on) {
  return html`
    ${banner(model)}
    <p class="for-screen-readers" role="alert">${model.alert}</p>
    ${model.state === null ? nothing : desk(model, on)} ${notices(model, on)}
    <p class="for-screen-readers" role="status">${model.announced}</p>
  `;
}

/** Each stage of each call has its own buttons: none turns into another under a finger or the focus. */
function desk(model, on) {
  if (model.stage === "gone") return gone();
  return html`
    <div class="desk" data-stage=${model.stage} ?data-dim=${model.fresh.dim}>
      ${keyed(`${model.stage} ${model.agent.call}`, STAGES[model.stage](model, on))} ${model.outcome ? keyed(model.outcome.call, outcomeForm(model.outcome)) : nothing} ${lastCall(model)} ${choices(model, on)} ${caller(model, on)} ${switches(model, on)}
    </div>
    ${model.earlierDialog?.view(model) ?? nothing} ${reasonDialog(model, on)} ${keysDialog({ ...model, keys: deskKeys(model.config, model.chatKeys) }, on)}
  `;
}

const STAGES = {
  ringing,
  talking,
  "wrap-up": wrapUp,
  waiting: (model, on) => quiet(model, "Waiting for a call", on),
  resting: (model, on) => stageCard(model, { title: "Back in a moment", body: sentences(model), aside: until(model) }, on),
  unqueued: (model, on) => quiet(model, "Not in a queue", on),
  paused: (model, on) => quiet(model, pauseTitle(model.agent.reason), on, pauseLimit(model)),
  offline: (model, on) => quiet(model, "No calls are offered", on),
  unknown: (model, on) => quiet(model, "Reload this page", on),
};

function pauseTitle(reason) {
  return reason ? sentenceCase(reason) : "No reason given";
}

/** What is left of the pause, or by how much it is over its limit; the limit may be what was left of the day. */
function pauseLimit({ agent, now }) {
  const due = agentDeadline(agent, now);
  if (!due) return nothing;
  if (due.over) return html`<p class="desk-why"><span class="stuck">${icon("warn")}over limit</span> by <b class="number">${duration(due.late)}</b></p>`;
  return html`<p class="desk-why"><b class="number">${countdown(due.left)}</b> left of <span class="number">${duration(Date.parse(agent.until) - Date.parse(agent.since))}</span></p>`;
}

function quiet(model, title, on, more = nothing) {
  const body = html`<p class="desk-since">for <b class="number">${duration(since(model.agent.since, model.now))}</b></p>
    ${more}
    ${sentences(model)}`;
  return stageCard(model, { title, body }, on);
}

function sentences({ explanation, missed }) {
  return [explanation, missed].filter(Boolean).map((text) => html`<p class="desk-why">${text}</p>`);
}

/** The customer's names, earlier calls and conversations, as beside a chat; closed where chats need the room. */
function caller({ earlier, config, hasChats }, on) {
  if (!earlier || !(earlier.calls === null || earlier.calls.length || earlier.family.length)) return nothing;
  const { calls, conversations, family: [id, ...others] } = earlier;
  const facts = [["Name", earlier.name], ["ID", id], ["Also known as", others.join(", ")]].filter(([, text]) => text);
  const many = [calls?.length && plural(calls.length, "earlier call"), conversations.length && plural(conversations.length, "conversation")].filter(Boolean);
  return html`<section class="desk-caller" aria-label="Customer"><details ?open=${!hasChats}>
    <summary>Customer <small>${many.join(", ")}</small></summary>
    ${facts.length ? html`<dl class="customer-facts">${facts.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>` : nothing}
    ${earlierCalls(calls, config.outcomes)} ${conversations.length ? earlierChats(conversations, { scenes: config.chats?.scenes ?? {}, open: on.openEarlier }) : nothing}
  </details></section>`;
}

function lastCall({ last, stage }) {
  if (!last?.text || stage === "ringing" || stage === "talking") return nothing;
  return html`<p class="desk-news">${icon("info")}<span>${last.text}</span></p>`;
}

/** During a call and its wrap-up the same buttons choose the status after it. */
function choices(model, on) {
  const { agent, busy, config, canAct } = model;
  return html`<section class="desk-choices" aria-labelledby="choices-title">
    <h2 id="choices-title">${busy ? "After this" : "Your status"}</h2>
    <form method="post" class="desk-statuses" data-agent=${config.agent} data-agent-name=${agent.name} @submit=${on.act}>
      ${hiddenFields(config, { expected_version: agent.version })}
      ${config.buttons.filter(({ isChoice }) => isChoice).map((one) => bigButton(one, { pressed: agent.choice === one.value, off: !canAct }))}
    </form>
    ${agent.choice === "paused" && busy ? html`<p class="footnote">Then paused: ${agent.reason || "no reason given"}.</p>` : nothing}
  </section>`;
}

function switches({ sound }, on) {
  return html`<div class="desk-switches">
    <button type="button" class="quiet" data-key="S" aria-pressed=${sound} @click=${on.switchSound}>
      ${icon("bell")}<span>Sound ${sound ? "on" : "off"}</span><kbd aria-hidden="true">S</kbd>
    </button>
    <button type="button" class="quiet" data-key="?" @click=${on.showKeys}>
      ${icon("keys")}<span>Keys</span><kbd aria-hidden="true">?</kbd>
    </button>
  </div>`;
}

function gone() {
  return html`<div class="panel"><div class="empty">
    <h2>Agent not found</h2>
    <p>This agent no longer exists. Leave this desk, or ask a supervisor to give you another.</p>
  </div></div>`;
}
