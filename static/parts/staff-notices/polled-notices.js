// Notices on a page without a device: read when it opens, each minute, and when it is looked at again.

import { Api } from "../../conversation/api.js";
import { showNotices } from "./shown-notices.js";

const AGAIN_MS = 60_000;

/** `as`: the role of the reader, "supervisor" or "agent"; `main`: the page's content, which they precede. */
export function pollNotices({ as, main, csrfToken }) {
  const place = document.createElement("div");
  main.prepend(place);
  const api = new Api({ as: as === "supervisor" ? as : "", headers: () => ({ "X-CSRFToken": csrfToken }) });
  const notices = showNotices({ place, api });
  const read = () => document.hidden || notices.read();
  read();
  setInterval(read, AGAIN_MS);
  document.addEventListener("visibilitychange", read);
}
