// One message: text, picture or file, and whether it was sent and seen.

import { h, icon } from "./dom.js";
import { saved } from "./saving.js";
import { say, timeOf } from "./strings.js";

const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;
const MOST_PIXELS = 520;

export function messageView(line, { isSeen, actions }) {
  const content = line.recalled ? h("em", {}, say("recalled")) : line.file ? fileView(line, actions) : textView(line.body);
  return h(
    "div",
    { class: `message ${line.isMine ? "mine" : "theirs"} ${line.state}${line.isFirst ? " first" : ""}` },
    h("span", { class: "hidden" }, `${say(line.isMine ? "you" : "service")}: `),
    h("div", { class: "bubble", dir: "auto" }, content),
    stateView(line, isSeen, actions),
  );
}

function textView(text) {
  const parts = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(LINK)) {
    parts.push(text.slice(end, index), h("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, address));
    end = index + address.length;
  }
  return [...parts, text.slice(end)];
}

function stateView({ state, error, key, at, isMine, number }, isSeen, { retry, discard }) {
  if (state === "failed") {
    return h(
      "p",
      { class: "failed-text", role: "alert", dir: "auto" },
      say("failed", { reason: withoutField(error) }),
      h("button", { type: "button", onclick: () => retry(key) }, say("retry")),
      h("button", { type: "button", onclick: () => discard(key) }, say("discard")),
    );
  }
  if (number === 0) return null;
  const word = state === "waiting" ? say("waiting") : isSeen ? say("seen") : isMine ? say("sent") : "";
  return h("p", { class: "meta", dir: "auto" }, [timeOf(at), word].filter(Boolean).join(" · "));
}

/** The server names the field that it refuses, which means nothing to a customer. */
export const withoutField = (detail) => detail.replace(/^\w+: /, "");

function fileView({ file, number, state }, actions) {
  const name = String(file.name ?? "");
  if (state !== "sent") {
    const bar = state === "waiting" ? h("progress", { max: "1", value: file.progress ?? 0, "aria-label": say("uploading", { name }) }) : null;
    return [h("span", { class: "file" }, icon("file"), name), bar];
  }
  const get = () => actions.file(number);
  const save = h("button", { type: "button", class: "file", "aria-label": say("save", { name }), onclick: async () => saved(await get(), name) }, icon("file"), name);
  return String(file.type).startsWith("image/") || isPicture(file.type) ? [pictureView(name, get), save] : save;
}

const isPicture = (type) => ["png", "jpeg", "gif", "webp"].includes(type);

/** Drawn, not linked: its address needs a token, and the policy of the host page may allow no other images. */
function pictureView(name, get) {
  const canvas = h("canvas", { role: "img", "aria-label": say("picture", { name }), width: "1", height: "1" });
  new IntersectionObserver(async ([entry], observer) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    const blob = await get();
    const picture = blob && (await createImageBitmap(blob).catch(() => null));
    if (!picture) return;
    const share = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
    Object.assign(canvas, { width: picture.width * share, height: picture.height * share });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  }).observe(canvas);
  return canvas;
}
