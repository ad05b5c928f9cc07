// Chats by scene: the last minutes of each, the worst first.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import { CHATS } from "../../../parts/channels/channel-choice.js";
import { count, duration, percent, rating } from "../../../parts/format.js";
import { judged } from "./levels-view.js";

const WORDS = {
  serviceLevel: { warn: "low", bad: "very low" },
  firstResponse: { warn: "late", bad: "very late" },
  rating: { warn: "low", bad: "very low" },
};

/** Shown only in the view of chats, after the first chat of a scene. */
export function scenesTable({ channel, channels, figures }) {
  if (channel !== CHATS || channels.chat.scenes.length === 0) return nothing;
  return html`
    <div class="scroll scenes" data-table="scenes" tabindex="0" role="region" aria-label="Scenes">
      <table class="short by-scene">
        <caption class="for-screen-readers">Chats by scene in the last ${count(figures.recent.minutes)} minutes</caption>
        <thead>
          <tr><th scope="col">Scene</th><th scope="col" class="right wide-only">Answered</th><th scope="col" class="right">Level</th><th scope="col" class="right wide-only">Response</th><th scope="col" class="right">In time</th><th scope="col" class="right wide-only">Handle time</th><th scope="col" class="right">Rating</th></tr>
        </thead>
        <tbody>${repeat(channels.chat.scenes, ({ name }) => name, (scene) => row(scene))}</tbody>
      </table>
    </div>
  `;
}

function row({ name, levels, ...scene }) {
  const one = (level, text) => judged(levels[level], text, WORDS[level]);
  return html`<tr data-scene=${name}>
    <th scope="row">${name}</th>
    <td class="right number wide-only">${count(scene.answered)}</td>
    <td class="right number level">${one("serviceLevel", percent(scene.serviceLevel))}</td>
    <td class="right number wide-only">${duration(scene.firstResponse)}</td>
    <td class="right number response">${one("firstResponse", percent(scene.firstResponseLevel))}</td>
    <td class="right number wide-only">${duration(scene.handle)}</td>
    <td class="right number rating">${one("rating", rating(scene.rating))}</td>
  </tr>`;
}
