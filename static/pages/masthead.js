// Entry of every page: brings the present page's link into sight and, where the page itself does not follow the
// board's stream, shows in the top bar whether that is live and how many dead letters there are.

import { render } from "lit-html";

import { Following } from "../stream/following.js";
import { everySecond, oncePerFrame } from "../stream/ticking.js";
import { connection, deadLetters } from "../parts/status-bar.js";

function showPresentPage(line) {
  const here = line?.querySelector("[aria-current]");
  if (here) line.scrollLeft = here.offsetLeft - line.offsetLeft - (line.clientWidth - here.offsetWidth) / 2;
}

function follow(config, bar, letters) {
  let isWritten = true; // what the server wrote stays until the stream tells more
  const ask = oncePerFrame(() => {
    if (document.hidden) return;
    const model = following.model();
    render(connection(model), bar);
    if (model.state === null) return;
    if (isWritten) letters.replaceChildren();
    isWritten = false;
    render(deadLetters(model), letters);
  });
  const following = new Following(config, ask);
  following.start();
  everySecond(ask);
}

const config = document.getElementById("stream-config");

showPresentPage(document.querySelector(".places"));
if (config) {
  follow(JSON.parse(config.textContent), document.getElementById("status"), document.getElementById("dead-letters"));
}
