// Dialogs: reason of an operation, list of keys.

import { html, nothing } from "lit-html";

import { hiddenFields } from "./hidden-fields.js";
import { icon } from "./icons.js";

/** Each reason is a submit button: one click is enough. The last row takes any other reason. */
export function reasonDialog({ asking, config }, on) {
  return html`
    <dialog id="reason-dialog" class="dialog" aria-labelledby="reason-title" @close=${on.reasonClosed}>
      ${asking ? question(asking, config, on) : nothing}
    </dialog>
  `;
}

function question(asking, config, on) {
  const { id, name, action, note, button } = asking;
  const look = button.isDanger ? "danger" : "";
  return html`
    <header>
      <h2 id="reason-title">${button.word} ${name}</h2>
      ${closeButton()}
    </header>
    <form method="post" action=${action} class="reasons" data-agent=${id} data-agent-name=${name} @submit=${on.act}>
      ${seen(asking, config)}
      ${button.asks.offered.map((reason) => html`<button class=${look} name="reason" value=${reason}>${reason}</button>`)}
    </form>
    <form method="post" action=${action} class="other" data-agent=${id} data-agent-name=${name} @submit=${on.act}>
      ${seen(asking, config)}
      <label for="other-reason">Another reason</label>
      <input id="other-reason" name="reason" required maxlength=${button.asks.limit} autocomplete="off" />
      <button class=${look}>${button.word}</button>
    </form>
    ${note ? html`<p class="footnote">${note}</p>` : nothing}
  `;
}

function seen({ button: { field, value }, version }, config) {
  return hiddenFields(config, { expected_version: version, ...(field ? { [field]: value } : {}), back: "/" });
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
