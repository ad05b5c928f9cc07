// Top bar, banner and notices: state of the data, and latest results.

import { html, nothing } from "lit-html";

import { clock, count, duration, zoneWord } from "./format.js";
import { icon } from "./icons.js";

export function statusBar(model, on) {
  const { config } = model;
  return html`
      ${connection(model)}
      ${model.at === null ? nothing : dataClock(model)}
      ${config.kiosk ? nothing : tools(model, on)}
  `;
}

/** Whether the board's stream is live, in a word. */
export function connection({ fresh }) {
  return html`<span class="connection tone-${fresh.tone}" data-connection=${fresh.name}>
    ${icon(fresh.icon)}<span class="word">${fresh.word}</span>
  </span>`;
}

function dataClock({ fresh, at, age }) {
  const old = fresh.dim || fresh.name === "paused";
  return html`<span class="freshness">
    <span class="words">data from </span><time class="number" datetime=${at}>${clock(at)}</time> <span class="zone">${zoneWord(at)}</span>
    ${old ? html`<span class="number">(${duration(age)} ago)</span>` : nothing}
  </span>`;
}

function tools(model, on) {
  const word = model.paused ? "Resume" : "Pause";
  return html`
    <span class="tools">
      <button type="button" class="quiet" data-pause-view @click=${on.pauseView} aria-pressed=${model.paused}>
        ${icon(model.paused ? "play" : "pause")}<span>${word}</span><span class="for-screen-readers"> updates</span>
      </button>
      ${on.toggleSound ? soundSwitch(model, on) : nothing}
      ${on.showKeys ? html`<button type="button" class="quiet wide-only" title="Keys" @click=${on.showKeys}>${icon("keys")}<span class="tool-word">Keys</span></button>` : nothing}
      ${model.config.kiosk === false ? html`<a class="quiet wide-only" href="/?kiosk=1" title="For the wall">${icon("wall")}<span class="tool-word">Wall</span></a>` : nothing}
    </span>
  `;
}

function soundSwitch({ soundOn }, on) {
  const title = soundOn ? "A chime sounds when a figure turns red" : "Sound a chime when a figure turns red";
  return html`<button type="button" class="quiet wide-only" title=${title} aria-pressed=${soundOn} @click=${on.toggleSound}>
    ${icon(soundOn ? "sound" : "silent")}<span class="tool-word">Sound</span>
  </button>`;
}

/** Writes the number of failed calls where the server left room for it; the link in the top bar shows only then. */
export function showFailed({ state }) {
  if (state === null) return;
  const { count: number, more } = state.totals.dead_letters ?? {};
  const text = number ? `${count(number)}${more ? "+" : ""}` : "";
  for (const place of document.querySelectorAll("[data-failed]")) {
    if (place.textContent !== text) place.textContent = text;
  }
  document.querySelector(".failed-calls")?.toggleAttribute("hidden", text === "");
}

/** The page's address with its filter, to load it again, also after sign-in. With a fragment the browser would stay where it is. */
export const thisPage = () => location.href.split("#")[0];

/** The line across the page when the data is not live. The alert speaks once, when it appears. */
export function banner(model) {
  const text = sentence(model);
  return html`<div class="banner-place" role="alert">
    ${text ? html`<p class="banner tone-${model.fresh.tone}">${icon(model.fresh.icon)}<span>${text}</span></p>` : nothing}
  </div>`;
}

/** Unreadable items are in no list and no figure: shown while there are any. */
export function leftOut({ state }) {
  const { count: number, first } = state?.totals.unreadable ?? {};
  if (!number) return nothing;
  const others = number > 1 ? ` and ${count(number - 1)} more` : "";
  return html`<p class="banner tone-orange left-out" role="status">${icon("warn")}<span>
    ${count(number)} ${number > 1 ? "items in the table cannot be read and are" : "item in the table cannot be read and is"}
    missing from lists and figures: ${first}${others}. An administrator can run <code>python manage.py audit</code>.
  </span></p>`;
}

function sentence({ fresh, slow, config }) {
  switch (fresh.name) {
    case "stale":
      return `No update for more than 10 seconds. This data is old${config?.kiosk ? "." : "; buttons are disabled until updates resume."}`;
    case "reconnecting":
      return slow ? "The connection was lost. Reconnecting…" : "";
    case "signed-out":
      return html`You are signed out. <a href=${thisPage()}>Sign in again</a> to continue.`;
    case "loading":
      return slow ? "Connected, but no data yet. If this persists, check that the feed process is running." : "";
    case "forbidden":
      return "You no longer have access to this page. Ask an administrator to give you a role.";
    default:
      return "";
  }
}

/** What of the page is old or `missing`; results of the reader's commands: each stays until closed or replaced. */
export function notices(model, on) {
  return html`<div class="notices" aria-live="polite">
    ${model.isOld
      ? html`<p class="notice tone-blue">${icon("info")}<span>A newer version of this page is available.</span> <a class="button" href=${thisPage()}>Reload</a></p>`
      : nothing}
    ${model.missing?.length
      ? html`<p class="notice tone-orange">${icon("warn")}<span>${model.missing.join(", ")} could not be loaded. Reload the page if this message stays.</span> <button type="button" @click=${() => location.reload()}>Reload</button></p>`
      : nothing}
    ${model.notice
      ? html`<p class="notice tone-${model.notice.tone}">
          ${icon(model.notice.tone === "green" ? "check" : "warn")}<span>${model.notice.text}</span>
          <button type="button" class="quiet" aria-label="Close this message" @click=${on.closeNotice}>${icon("close")}</button>
        </p>`
      : nothing}
  </div>`;
}
