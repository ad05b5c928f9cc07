// Entry of the history page: draws its plots.

import { StaffingChart } from "./staffing-chart.js";

for (const place of document.querySelectorAll(".plot-place")) new StaffingChart().show(place);
