// Entry of the history page: draws its plots.

import { Plot } from "../../charts/plot.js";

for (const place of document.querySelectorAll(".plot-place")) new Plot().show(place);
