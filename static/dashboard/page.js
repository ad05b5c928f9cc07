// Entry of the pages that the server writes: puts their moments into the reader's zone and, where a page
// follows the stream, keeps its part up to date.

import { LivePart } from "./live-part.js";
import { localize } from "./moments.js";

const written = document.getElementById("page-config");
const part = document.getElementById("part");

localize(document, Date.now());
if (written && part) {
  new LivePart(JSON.parse(written.textContent), {
    part,
    bar: document.getElementById("status"),
    banner: document.querySelector(".banner-here"),
    form: document.querySelector("form.narrow-down"),
  }).start();
}
