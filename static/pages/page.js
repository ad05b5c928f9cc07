// Entry of the pages that the server writes: moments and days in the reader's zone, queues of an agent's skills
// and, if the page follows the stream, updates of its part.

import { LivePart } from "./live-part.js";
import { localize } from "./moments.js";
import { countQueues } from "./queue-count.js";
import { nameZone } from "../parts/zones/page-zone.js";
import { tellZone } from "../parts/zones/reader-zone.js";

const AGAIN_MS = 5_000;

const written = document.getElementById("page-config");
const part = document.getElementById("part");

if (tellZone(document)) location.reload();
localize(document, Date.now());
nameZone(document);
countQueues(document);
if (written && part) {
  new LivePart(JSON.parse(written.textContent), {
    part,
    bar: document.getElementById("status"),
    banner: document.querySelector(".banner-here"),
    dialogs: document.querySelector(".dialogs-here"),
    form: document.querySelector("form.narrow-down"),
  }).start();
} else if (written) {
  setTimeout(() => location.reload(), AGAIN_MS); // the table was away: there is nothing to update
}
