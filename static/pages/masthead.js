// Entry of every page: where the page itself does not follow the board's stream, shows in the top bar whether that
// is live and how many calls have failed.

import { render } from "lit-html";

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

if (config) follow(JSON.parse(config.textContent), document.getElementById("status"));
