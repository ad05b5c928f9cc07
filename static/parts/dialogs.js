// Dialogs: reason of a pause or release, list of keys.

import { html, nothing } from "lit-html";

import { hiddenFields } from "./hidden-fields.js";
import { icon } from "./icons.js";

const KINDS = {
  pause: {
    verb: "Pause",
    reasons: (config) => config.reasons,
    note: (hasCall) => (hasCall ? "This agent has a call: the pause starts after the call and wrap-up." : ""),
  },
  release: {
    verb: "Release",
    danger: true,
    reasons: (config) => config.releaseReasons,
    note: () => "A ringing call returns to its place; a call in progress ends. The agent returns to the status they chose.",
  },
};

/** Each reason is a submit button: one click is enough. The last row takes any other reason. */
export function reasonDialog({ asking, config }, on) {
  return html`
    <dialog id="reason-dialog" class="dialog" aria-labelledby="reason-title" @close=${on.reasonClosed}>
      ${asking ? question(asking, config, on) : nothing}
    </dialog>
  `;
}

function question(asking, config, on) {
  const { verb, reasons, note, danger } = KINDS[asking.kind];
  const text = asking.note ?? note(asking.hasCall);
  return html`
    <header>
      <h2 id="reason-title">${verb} ${asking.name}</h2>
      ${closeButton()}
    </header>
    <form method="post" action=${asking.action} class="reasons" data-agent=${asking.id} data-agent-name=${asking.name} @submit=${on.act}>
      ${seen(asking, config)}
      ${reasons(config).map((reason) => html`<button class=${danger ? "danger" : ""} name="reason" value=${reason}>${reason}</button>`)}
    </form>
    <form method="post" action=${asking.action} class="other" data-agent=${asking.id} data-agent-name=${asking.name} @submit=${on.act}>
      ${seen(asking, config)}
      <label for="other-reason">Another reason</label>
      <input id="other-reason" name="reason" required maxlength=${config.reasonLimit} autocomplete="off" />
      <button class=${danger ? "danger" : ""}>${verb}</button>
    </form>
    ${text ? html`<p class="footnote">${text}</p>` : nothing}
  `;
}

function seen({ kind, version }, config) {
  const choice = kind === "pause" ? { choice: "paused" } : {};
  return hiddenFields(config, { expected_version: version, ...choice, back: "/" });
}

export function keysDialog({ singleKeys, keys }, on) {
  return html`
    <dialog id="keys-dialog" class="dialog" aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title">Keys</h2>
        ${closeButton()}
      </header>
      <table class="keys">
        <caption class="for-screen-readers">Keys of this page and what they do</caption>
        <tbody>
          ${keys.map(({ key, does }) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${does}</td></tr>`)}
        </tbody>
      </table>
      <label class="switch">
        <input type="checkbox" .checked=${singleKeys} @change=${on.switchKeys} /> Single-key shortcuts on
      </label>
    </dialog>
  `;
}

export function closeButton() {
  return html`<form method="dialog"><button class="quiet" aria-label="Close">${icon("close")}</button></form>`;
}
