// Entry of the list of conversations: notices to all staff, and the dialog to send one.

import { html, nothing, render } from "lit-html";

import { Api } from "../../conversation/api.js";
import { closeButton } from "../../parts/dialogs.js";
import { icon } from "../../parts/icons.js";
import { followNotices } from "../../parts/staff-notices/followed-notices.js";
import { showNotices } from "../../parts/staff-notices/shown-notices.js";

const LONGEST = 1000;
const place = document.getElementById("staff-notices");
const sender = document.getElementById("send-notice");
const csrfToken = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
const api = new Api({ as: "supervisor", headers: () => ({ "X-CSRFToken": csrfToken }) });
let isSending = false;
let isSent = false;

const notices = showNotices({ place, api, changed: draw });

function draw() {
  render(
    html`<button type="button" @click=${open}>${icon("send")}Send a notice</button>
      <p class="for-screen-readers" role="status">${isSent ? "The notice was sent." : ""}</p>
      <dialog class="dialog transfer" aria-labelledby="notice-title">
        <header><h2 id="notice-title">Send a notice</h2>${closeButton()}</header>
        <form class="transfer-form" @submit=${send}>
          <label for="notice-text">Notice</label>
          <textarea id="notice-text" name="body" rows="4" maxlength=${LONGEST} required></textarea>
          <p class="footnote">Shown on the pages of all agents and supervisors until each person dismisses it; on some after a minute.</p>
          ${notices.problem ? html`<p class="message tone-orange" role="alert">${notices.problem}</p>` : nothing}
          <button class="primary" aria-disabled=${isSending ? "true" : "false"}>Send</button>
        </form>
      </dialog>`,
    sender,
  );
}

function open() {
  isSent = false;
  notices.problem = "";
  draw();
  sender.querySelector("dialog").showModal();
}

async function send(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const body = new FormData(form).get("body").trim();
  if (isSending || !body) return;
  isSending = true;
  draw();
  isSent = await notices.send(body);
  isSending = false;
  draw();
  if (!isSent) return;
  form.reset();
  sender.querySelector("dialog").close();
}

draw();
followNotices(notices, { api, socket: place.dataset.socket });
