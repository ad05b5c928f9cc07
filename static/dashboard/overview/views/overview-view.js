// The whole page from one model: chooses between the overview, the wall and the states without data.

import { html, nothing } from "lit-html";

import { attentionPanel } from "./attention-view.js";
import { callersPanel } from "./calls.js";
import { channelChoice } from "../../../parts/channels/channel-choice.js";
import { channelLine } from "./channel-line.js";
import { keysDialog, reasonDialog } from "../../../parts/dialogs.js";
import { headline } from "./headline.js";
import { listWords } from "../by-channel/channel-words.js";
import { availableDialog, troubleLine } from "../trouble/view.js";
import { loadBar, loadDialog } from "./load.js";
import { minutesPanel } from "./minutes-view.js";
import { queuesPanel } from "./queue-table.js";
import { banner, leftOut, notices } from "../../../parts/status-bar.js";
import { wall } from "./wall.js";

/** `model`: {config, state, now, figures, levels, fresh, …} from the page's script; `on`: the handlers. */
export function page(model, on) {
  return html`
    ${banner(model)} ${leftOut(model)}
    <div class="board ${model.config.kiosk ? "wall" : ""}" ?data-dim=${model.fresh.dim}>
      ${model.state === null ? loading(model) : model.config.kiosk ? wall(model) : overview(model, on)}
    </div>
    ${notices(model, on)} ${model.config.kiosk ? nothing : [reasonDialog(model, on), loadDialog(model, on), keysDialog(model, on), availableDialog(model, on)]}
    <p class="for-screen-readers" role="status">${model.announced}</p>
    <p class="for-screen-readers" role="alert">${model.alarm}</p>
  `;
}

function overview(model, on) {
  return html`
    ${troubleLine(model, on)} ${headline(model)} ${channelLine(model, on)} ${loadBar(model, on)}
    <nav class="jump" aria-label="Parts of the overview">
      <a href="#queues">Queues</a><a href="#minutes">Last hour</a><a href="#agents">Agents</a><a href="#calls">${listWords(model).side}</a>
    </nav>
    <div class="parts">
      ${queuesPanel(model, on)} ${minutesPanel(model, on)}
      <div class="lists">${attentionPanel(model, on)} ${callersPanel(model)}</div>
    </div>
  `;
}

const BARS = [1, 2, 3, 4, 5, 6, 7, 8];

function loading(model) {
  if (model.fresh.name === "forbidden" || model.fresh.name === "signed-out") return nothing;
  return html`
    <div class="skeleton" aria-hidden="true">
      <div class="skeleton-headline"></div>
      <div class="panels">
        <div class="panel">${BARS.map(() => html`<div class="skeleton-row"></div>`)}</div>
        <div class="panel">${BARS.map(() => html`<div class="skeleton-row"></div>`)}</div>
      </div>
    </div>
  `;
}
