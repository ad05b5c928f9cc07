// Elements of the widget. Text is always set as text, so nothing that anybody writes becomes markup; styles are in
// style sheets alone, so a strict policy of the host page holds.

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  chat: "M4 4h16v12H9l-5 4z",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-8-6 16-3-6z",
  attach: "M8 12l6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l7-7",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
};

/** `h("button", {class: "x", onclick, "aria-label": "…"}, "text", child)`; what is null or false is left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" })) svg.setAttribute(key, value);
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Adds a style sheet to a shadow root without an element, which a policy of the host page could forbid. */
export function adopt(root, css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}

/** Storage of the host page; a private window or a sandbox may forbid it. */
export function safeStorage() {
  try {
    localStorage.setItem("callcenter:test", "");
    localStorage.removeItem("callcenter:test");
    return localStorage;
  } catch {
    const items = new Map();
    return {
      get length() {
        return items.size;
      },
      key: (at) => [...items.keys()][at],
      getItem: (name) => items.get(name) ?? null,
      setItem: (name, text) => items.set(name, text),
      removeItem: (name) => items.delete(name),
    };
  }
}
