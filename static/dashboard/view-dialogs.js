// The two dialogs: why an agent pauses, and which keys there are.

import { html, nothing } from "lit-html";

import { icon } from "./icons.js";
import { KEYS } from "./keys.js";

/** Each reason is a submit button: one click says it all. The last row takes any other reason. */
export function pauseDialog({ pausing, config }, on) {
  return html`
    <dialog id="pause-dialog" class="dialog" aria-labelledby="pause-title" @close=${on.pauseClosed}>
      ${pausing
        ? html`
            <header>
              <h2 id="pause-title">Pause ${pausing.name}</h2>
              ${closeButton()}
            </header>
            <form method="post" action=${pausing.action} class="reasons" data-agent=${pausing.id} data-agent-name=${pausing.name} @submit=${on.choose}>
              ${hiddenFields(pausing, config)}
              ${config.reasons.map((reason) => html`<button name="reason" value=${reason}>${reason}</button>`)}
            </form>
            <form method="post" action=${pausing.action} class="other" data-agent=${pausing.id} data-agent-name=${pausing.name} @submit=${on.choose}>
              ${hiddenFields(pausing, config)}
              <label for="other-reason">Another reason</label>
              <input id="other-reason" name="reason" required maxlength=${config.reasonLimit} autocomplete="off" />
              <button>Pause</button>
            </form>
            ${pausing.hasCall ? html`<p class="footnote">A call is with this agent: the pause begins when it ends.</p>` : nothing}
          `
        : nothing}
    </dialog>
  `;
}

function hiddenFields(pausing, config) {
  return html`
    <input type="hidden" name="csrfmiddlewaretoken" value=${config.csrfToken} />
    <input type="hidden" name="expected_version" .value=${String(pausing.version)} />
    <input type="hidden" name="choice" value="paused" />
    <input type="hidden" name="back" value="/" />
  `;
}

export function keysDialog({ singleKeys }, on) {
  return html`
    <dialog id="keys-dialog" class="dialog" aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title">Keys</h2>
        ${closeButton()}
      </header>
      <table class="keys">
        <caption class="for-screen-readers">Keys of the board and what they do</caption>
        <tbody>
          ${KEYS.map(({ key, does }) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${does}</td></tr>`)}
        </tbody>
      </table>
      <label class="switch">
        <input type="checkbox" .checked=${singleKeys} @change=${on.switchKeys} /> Single keys are on
      </label>
    </dialog>
  `;
}

function closeButton() {
  return html`<form method="dialog"><button class="quiet" aria-label="Close">${icon("close")}</button></form>`;
}
