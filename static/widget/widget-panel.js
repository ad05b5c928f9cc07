// Panel of the widget: header, notices, messages, composer or form. It shows a model and calls actions.

import { h, icon } from "./dom.js";
import { momentOf, say, sayCount } from "./strings.js";
import { Composer } from "./widget-composer.js";
import { closedForm } from "./widget-form.js";
import { WidgetLog } from "./widget-log.js";

const PHONE = matchMedia("(max-width: 480px)");
const STOPS = "button, summary, a, input, select, textarea, [tabindex]";

export class WidgetPanel {
  #launcher;
  #actions;
  #element;
  #log;
  #composer;
  #form = null;
  #formOf = ""; // "named", "anonymous", or no form
  #parts = {};

  constructor({ frame, launcher, actions }) {
    this.#launcher = launcher;
    this.#actions = actions;
    this.#log = new WidgetLog(actions);
    this.#composer = new Composer(actions);
    this.#element = this.#made();
    frame.append(this.#element);
  }

  open() {
    this.#element.hidden = false;
    this.#launcher.hidden = PHONE.matches;
    this.#launcher.setAttribute("aria-expanded", "true");
    this.#element.setAttribute("aria-modal", String(PHONE.matches));
    this.#focus();
  }

  close() {
    this.#element.hidden = true;
    this.#launcher.hidden = false;
    this.#launcher.setAttribute("aria-expanded", "false");
    this.#launcher.focus();
  }

  show(model) {
    const { notice, status, title, typing, transcript, end } = this.#parts;
    title.textContent = model.scene?.title || say("title");
    tell(notice, noticeOf(model));
    // Who waits outside hours waits for the next opening, which the notice names.
    tell(status, model.wait && model.scene?.is_open !== false ? waitOf(model.wait) : "");
    tell(typing, model.isTyping ? say("typing") : "");
    transcript.disabled = !model.chat;
    end.disabled = !model.isTalking || model.phase !== "live";
    this.#log.show(model);
    this.#showForm(model);
  }

  /**
   * Outside hours a form takes the first message, and with it begins the conversation. Where none is taken then, there
   * is neither form nor composer.
   */
  #showForm({ scene, isTalking, isNamed, lines }) {
    const isWanted = scene?.is_open === false && !isTalking && !lines.some(({ state }) => state === "waiting");
    const formOf = isWanted ? (scene.takes_new === false ? "none" : isNamed ? "named" : "anonymous") : "";
    if (formOf === this.#formOf) return;
    this.#formOf = formOf;
    const before = this.#form ?? this.#composer.element;
    const hasFocus = before.contains(this.#element.getRootNode().activeElement);
    this.#form?.remove();
    this.#form = isWanted && formOf !== "none" ? closedForm({ send: this.#actions.send, isNamed }) : null;
    if (this.#form) this.#composer.element.before(this.#form);
    this.#composer.element.hidden = isWanted;
    if (hasFocus) this.#focus();
  }

  #focus() {
    if (this.#form) this.#form.querySelector("input, textarea").focus();
    else if (this.#formOf === "none") this.#parts.closing.focus();
    else this.#composer.focus();
  }

  #made() {
    const parts = this.#parts;
    const { close, transcript, end } = this.#actions;
    parts.title = h("h2", { id: "title" }, say("title"));
    parts.transcript = h("button", { type: "button", onclick: () => this.#chosen(transcript) }, say("transcript"));
    parts.end = h("button", { type: "button", onclick: () => this.#chosen(end) }, say("end"));
    parts.menu = h("details", { class: "menu" }, h("summary", { "aria-label": say("menu") }, icon("more")), h("div", {}, parts.transcript, parts.end));
    parts.notice = h("p", { class: "notice", role: "status", hidden: true, dir: "auto" });
    parts.status = h("p", { class: "status", role: "status", hidden: true, dir: "auto" });
    parts.typing = h("p", { class: "typing", role: "status", hidden: true, dir: "auto" });
    parts.closing = h("button", { type: "button", class: "plain", "aria-label": say("close"), onclick: close }, icon("close"));
    return h(
      "section",
      { class: "panel", role: "dialog", "aria-labelledby": "title", hidden: true, onkeydown: (event) => this.#key(event) },
      h("header", {}, parts.title, parts.menu, parts.closing),
      parts.notice,
      this.#log.element,
      parts.typing,
      parts.status,
      this.#composer.element,
    );
  }

  #chosen(action) {
    this.#parts.menu.open = false;
    this.#parts.menu.firstChild.focus();
    action();
  }

  #key(event) {
    if (event.key === "Tab" && PHONE.matches) this.#keepFocus(event);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (this.#parts.menu.open) this.#chosen(() => {});
    else this.#actions.close();
  }

  /** The panel covers the page, so Tab stays in it. */
  #keepFocus(event) {
    const all = [...this.#element.querySelectorAll(STOPS)].filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility());
    const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
    if (this.#element.getRootNode().activeElement !== from) return;
    event.preventDefault();
    to.focus();
  }
}

/** Sets the text of a status only if it changes, so that it is read out once. */
function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === "";
}

function noticeOf({ phase, refusal, scene }) {
  if (refusal !== null) return say(refusal.startsWith("identity") ? "signedOut" : "forbidden");
  if (phase === "forbidden") return say("forbidden");
  if (phase !== "live" && !navigator.onLine) return say("offline");
  if (phase === "reconnecting") return say("unavailable");
  if (scene?.is_open === false) return closedText(scene);
  return "";
}

function closedText({ closed_text, opens_at, takes_new }) {
  const usual = say(takes_new === false ? "closedForChats" : "closed");
  return `${closed_text || usual} ${opens_at ? say("opens", { when: momentOf(opens_at) }) : ""}`.trim();
}

function waitOf({ place, expected_wait_seconds: seconds }) {
  const before = place === null ? say("inLine") : place === 0 ? say("next") : sayCount("ahead", place);
  if (seconds === null || place === 0) return before;
  const minutes = Math.ceil(seconds / 60);
  return `${before} ${seconds < 60 ? say("waitSeconds") : sayCount("wait", minutes)}`;
}
