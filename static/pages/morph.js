// Updates a part of the page to a newer one, node by node: equal nodes are kept, so that no click, focus or
// scroll position is lost. `data-key` identifies rows.

import { heldOrder } from "../parts/ordering.js";

/**
 * Makes the children of `old` equal to those of `fresh`, which is used up. `held(element)` says whether the
 * reader is in an element: its keyed rows stay in place, removed ones are marked, and new ones come last.
 * Returns whether anything was held back.
 */
export function morph(old, fresh, held = () => false) {
  const was = [...old.childNodes];
  const pairs = matched(was, [...fresh.childNodes]);
  const { order, gone, heldBack } = arranged(old, was, pairs, held);
  for (const node of was) if (!order.includes(node)) node.remove();
  let next = old.firstChild;
  for (const node of order) {
    if (node === next) next = next.nextSibling;
    else old.insertBefore(node, next);
  }
  for (const node of gone) node.setAttribute("data-gone", "");
  return pairs.reduce((any, [node, newer]) => (align(node, newer, held) || any), heldBack);
}

function align(node, newer, held) {
  if (node === newer) return false;
  if (node.nodeType === Node.ELEMENT_NODE) {
    alignAttributes(node, newer);
    return morph(node, newer, held);
  }
  if (node.data !== newer.data) node.data = newer.data;
  return false;
}

/** [kept node, newer node] for each newer node; both the same if it is new. */
function matched(was, fresh) {
  const keyed = new Map(was.filter(keyOf).map((node) => [keyOf(node), node]));
  const others = was.filter((node) => !keyOf(node));
  return fresh.map((newer) => {
    const key = keyOf(newer);
    const at = key ? -1 : others.findIndex((node) => node.nodeName === newer.nodeName);
    const node = key ? keyed.get(key) : others.splice(0, at + 1).at(-1);
    return [node && node.nodeName === newer.nodeName ? node : newer, newer];
  });
}

function arranged(parent, was, pairs, held) {
  const wanted = pairs.map(([node]) => node);
  const rows = was.filter(keyOf);
  if (rows.length === 0 || !held(parent)) return { order: wanted, gone: [], heldBack: false };
  const wantedRows = wanted.filter(keyOf);
  const order = heldOrder(rows, wantedRows, true);
  const heldBack = order.some((node, place) => node !== wantedRows[place]);
  return { order, gone: rows.filter((node) => !wanted.includes(node)), heldBack };
}

function alignAttributes(node, newer) {
  for (const { name } of [...node.attributes]) {
    // The reader's opened or closed details and typed text stay.
    if (!newer.hasAttribute(name) && name !== "open") node.removeAttribute(name);
  }
  for (const { name, value } of newer.attributes) {
    if (node.getAttribute(name) !== value && name !== "open") node.setAttribute(name, value);
  }
}

function keyOf(node) {
  return node.dataset?.key;
}
