// Entry of every page: notices to all staff; where the page itself does not follow the board's stream, shows in the top
// bar whether that is live and how many calls have failed.

import { render } from "lit-html";

import { pollNotices } from "../parts/staff-notices/polled-notices.js";
import { connection, showFailed } from "../parts/status-bar.js";
import { Following } from "../stream/following.js";
import { everySecond, oncePerFrame } from "../stream/ticking.js";

function follow(config, bar) {
  const ask = oncePerFrame(() => {
    if (document.hidden) return;
    const model = following.model();
    render(connection(model), bar);
    showFailed(model);
  });
  const following = new Following(config, ask);
  following.start();
  everySecond(ask);
}

const config = document.getElementById("stream-config");

const as = document.querySelector(".masthead")?.dataset.notices;

if (as && !document.getElementById("staff-notices")) {
  pollNotices({ as, main: document.getElementById("main"), csrfToken: document.querySelector("[name=csrfmiddlewaretoken]").value });
}
if (config) follow(JSON.parse(config.textContent), document.getElementById("status"));
