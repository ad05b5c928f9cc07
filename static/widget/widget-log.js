// Messages in the panel: one element for each line, kept while the line is the same, so that nothing is read out twice
// and no form loses what was typed into it.

import { h } from "./dom.js";
import { cardView } from "./widget-card.js";
import { messageView } from "./widget-message.js";
import { dayOf, has, say } from "./strings.js";

const NEAR = 80; // pixels from an end

export class WidgetLog {
  #actions;
  #list;
  #older;
  #shown = new Map(); // key → {signature, element}
  element;

  constructor(actions) {
    this.#actions = actions;
    this.#older = h("button", { type: "button", class: "older", hidden: true, onclick: actions.older }, say("older"));
    this.#list = h("div", { role: "log", "aria-label": say("log"), class: "lines" });
    this.element = h("div", { class: "log", tabindex: "0", role: "region", "aria-label": say("log"), onscroll: () => this.#scrolled() }, this.#older, this.#list);
  }

  show(model) {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    const first = this.#list.firstChild;
    this.#older.hidden = !model.hasOlder;
    this.#list.setAttribute("aria-busy", String(model.isReading));
    this.#place(withFirst(model).map((line) => this.#elementOf(line, model)));
    const isPrepended = first !== null && first !== this.#list.firstChild && scrollHeight > 0;
    if (isAtEnd) this.element.scrollTop = this.element.scrollHeight;
    else if (isPrepended) this.element.scrollTop = scrollTop + this.element.scrollHeight - scrollHeight;
  }

  #scrolled() {
    if (this.element.scrollTop < NEAR && !this.#older.hidden) this.#actions.older();
  }

  #elementOf(line, model) {
    const isSeen = line.isMine && line.number > 0 && line.number <= model.seen;
    const kind = line.type === "card" ? model.kinds.find(line.kind, line.version) : null;
    const signature = JSON.stringify([line, isSeen, Boolean(kind)]);
    const known = this.#shown.get(line.key);
    if (known?.signature === signature) return [line.key, known];
    return [line.key, { signature, element: view(line, { isSeen, kind, actions: this.#actions }) }];
  }

  /** Moves no element that is in its place: what is focused there keeps the focus. */
  #place(entries) {
    const wanted = new Map(entries);
    const focused = this.element.getRootNode().activeElement;
    for (const [key, { element }] of this.#shown) {
      if (wanted.get(key)?.element === element) continue;
      if (element.contains(focused)) this.element.focus({ preventScroll: true }); // the button that was pressed is gone
      element.remove();
    }
    this.#shown = wanted;
    let at = this.#list.firstChild;
    for (const { element } of wanted.values()) {
      if (element === at) at = at.nextSibling;
      else this.#list.insertBefore(element, at);
    }
  }
}

/** A conversation begins with the words of its scene, which nobody sent. */
function withFirst({ lines, hasOlder, scene }) {
  const text = scene?.first_message;
  if (!text || hasOlder) return lines;
  const line = { type: "message", kind: "text", key: "first", body: text, state: "sent", isMine: false, isFirst: true, number: 0 };
  return [line, ...lines];
}

function eventText({ what, to }) {
  const key = [`event.${what}.${to}`, `event.${what}`].find(has);
  return key ? say(key) : "";
}

function view(line, more) {
  if (line.type === "day") return h("p", { class: "day" }, dayOf(line.at));
  if (line.type === "event") return h("p", { class: "event" }, eventText(line));
  if (line.type === "message") return messageView(line, more);
  if (line.type === "card" && more.kind) return cardView(line, more);
  return h("p", { class: "event" }, say("other"));
}
