// The browser's time zone for the server, so that a day on a page is the reader's day.

/**
 * Keeps the zone in a cookie. True if the page was written for another one and must be reloaded, but only
 * once, since the server may not know the zone.
 */
export function tellZone(page, zone = new Intl.DateTimeFormat().resolvedOptions().timeZone) {
  const pair = `zone=${zone}`;
  if (page.cookie.split("; ").includes(pair)) return false;
  page.cookie = `${pair}; path=/; max-age=31536000; samesite=lax`;
  if (page.documentElement?.dataset.chosenZone) return false; // whatever the browser's is
  const written = page.querySelector("[data-zone]")?.dataset.zone;
  return written !== undefined && written !== zone && page.cookie.split("; ").includes(pair);
}
