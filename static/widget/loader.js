// Loader of the widget: the button, and the rest of the widget once it is needed.
//
//   <script async src="https://calls.example/widget.js" data-scene="listing"></script>
//
// `data-theme` is light, dark or auto, `data-dir` ltr or rtl. Commands may come before the script:
// (window.Callcenter ||= []).push(["identify", jwt]); also "open", "close", "translate".

import css from "./loader.css";
import { adopt, h, icon, safeStorage } from "./dom.js";
import { say, sayCount, translate } from "./strings.js";

const { src, dataset } = document.currentScript;
const site = new URL(src).origin;
const scene = dataset.scene || "service";
const storage = safeStorage();

const host = h("callcenter-widget", { theme: dataset.theme ?? "auto", popover: "manual" });
const root = host.attachShadow({ mode: "open" });
const badge = h("span", { class: "badge", "aria-hidden": "true", hidden: true });
const launcher = h("button", { class: "launcher", type: "button", "aria-expanded": "false", onclick: () => act("toggle") }, icon("chat"), badge);
const frame = h("div", { class: "frame", dir: dataset.dir || document.documentElement.dir || "ltr", lang: document.documentElement.lang || null }, launcher);

let app = null;
const strings = {}; // of the host page, so far

function showUnread(count = 0) {
  badge.textContent = count > 99 ? "99+" : count;
  badge.hidden = count === 0;
  launcher.setAttribute("aria-label", count ? sayCount("launcherUnread", count) : say("launcher"));
}

/** The rest, loaded once; after a failure the next command tries again. */
function load() {
  app ??= import(`${site}/widget/app.js`)
    .then(({ start }) => start({ site, scene, storage, root, frame, launcher, showUnread, strings }))
    .catch((error) => {
      app = null;
      throw error;
    });
  return app;
}

async function act(name, ...values) {
  if (name !== "translate") return (await load())[name]?.(...values);
  Object.assign(strings, ...values);
  translate(strings);
  showUnread();
  return (await app)?.translate(strings);
}

function begin() {
  adopt(root, css);
  root.append(frame);
  showUnread();
  document.documentElement.append(host);
  host.showPopover?.(); // in the top layer, where no style of the page reaches
  const waiting = Array.isArray(window.Callcenter) ? window.Callcenter : [];
  window.Callcenter = {
    push: (command) => act(...command),
    identify: (identity) => act("identify", identity),
    open: () => act("open"),
    close: () => act("close"),
    translate: (strings) => act("translate", strings),
  };
  waiting.forEach((command) => act(...command));
  // A customer who has written before sees at once what is unread.
  if (storage.getItem(`callcenter:${scene}`)) load().catch(() => {});
}

if (!window.Callcenter?.identify) begin();
