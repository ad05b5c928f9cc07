// Composer: text, files by button, paste or drop. Enter sends, Shift and Enter begin a new line.

import { h, icon } from "./dom.js";
import { say } from "./strings.js";

const LONGEST = 4000;
const MOST_MEGABYTES = 20;
const KINDS = "image/png,image/jpeg,image/gif,image/webp,application/pdf,video/mp4,text/plain";

export class Composer {
  #actions;
  #text;
  #refusal;
  element;

  constructor(actions) {
    this.#actions = actions;
    this.#text = h("textarea", { rows: "1", maxlength: LONGEST, dir: "auto", "aria-label": say("message"), placeholder: say("placeholder"), onkeydown: (event) => this.#key(event), oninput: () => this.#typed(), onpaste: (event) => this.#dropped(event, event.clipboardData) });
    this.#refusal = h("p", { class: "failed-text", role: "alert", hidden: true });
    const files = h("input", { type: "file", accept: KINDS, multiple: true, hidden: true, tabindex: "-1", onchange: () => this.#attach([...files.files], () => (files.value = "")) });
    this.element = h(
      "form",
      { class: "composer", onsubmit: (event) => this.#submit(event), ondragover: (event) => event.preventDefault(), ondrop: (event) => this.#dropped(event, event.dataTransfer) },
      this.#refusal,
      files,
      h("button", { type: "button", class: "plain", "aria-label": say("attach"), onclick: () => files.click() }, icon("attach")),
      this.#text,
      h("button", { type: "submit", class: "send", "aria-label": say("send") }, icon("send")),
    );
  }

  focus() {
    if (!this.element.hidden) this.#text.focus();
  }

  #key(event) {
    // While a word is being composed, as in Japanese, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    this.#submit(event);
  }

  #submit(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    if (!text) return;
    this.#actions.send(text);
    this.#text.value = "";
    this.#refuse("");
    this.#text.focus();
  }

  #typed() {
    if (this.#text.value.trim()) this.#actions.typing();
  }

  #dropped(event, data) {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#attach(files);
  }

  #attach(files, done = () => {}) {
    this.#refuse("");
    for (const file of files) {
      const { name, size } = file;
      if (size === 0) this.#refuse(say("empty", { name }));
      else if (size > MOST_MEGABYTES * 1_000_000) this.#refuse(say("tooLarge", { name, limit: MOST_MEGABYTES }));
      else this.#actions.attach(file);
    }
    done();
  }

  #refuse(text) {
    this.#refusal.textContent = text;
    this.#refusal.hidden = text === "";
  }
}
