// Notices on a page, shown in their place.

import { render } from "lit-html";

import { noticeView } from "./notice-view.js";
import { Notices } from "./notices.js";

/** The notices of a page; its device tells them its frames. `changed()`: the page shows them elsewhere too. */
export function showNotices({ place, api, changed = () => {} }) {
  const notices = new Notices({ api, changed: draw });
  function draw() {
    render(noticeView(notices, () => notices.acknowledge()), place);
    changed();
  }
  return notices;
}
