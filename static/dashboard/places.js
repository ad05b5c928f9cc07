// Entry of every page: where the line of pages is too long for the screen, the present page is in sight.

const line = document.querySelector(".places");
const here = line?.querySelector("[aria-current]");

if (here) line.scrollLeft = here.offsetLeft - line.offsetLeft - (line.clientWidth - here.offsetWidth) / 2;
