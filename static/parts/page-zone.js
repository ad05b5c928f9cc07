// The zone in which this page has its moments.

/** The zone that the reader chose; undefined, which Intl takes for the browser's own, where none was. */
export function pageZone() {
  return globalThis.document?.documentElement?.dataset.chosenZone || undefined;
}

/** Names the zone wherever the page does. The server only knows the browser's after the first page. */
export function nameZone(page, zone = pageZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone) {
  for (const place of page.querySelectorAll("[data-zone-name]")) place.textContent = zone;
}
