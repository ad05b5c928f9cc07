// Notices that the site has become another than this page came from.

import { read } from "../../parts/http.js";

const LOOK_EVERY_MS = 60_000;

/** Calls `found()` once, when the server has another build than `build`. Returns a function that stops it. */
export function watchBuild(build, found, { look = () => read("/build/"), every = LOOK_EVERY_MS } = {}) {
  const timer = setInterval(async () => {
    const present = await look();
    if (!present?.build || present.build === build) return;
    clearInterval(timer);
    found();
  }, every);
  return () => clearInterval(timer);
}
