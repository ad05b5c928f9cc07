// Tells the server in which time zone the reader is, so that a day on a page is the reader's day.

/**
 * Remembers the zone in a cookie. Where the page was written for another one it is to be loaded again: true,
 * but once only, for the server may not know the zone.
 */
export function tellZone(page, zone = new Intl.DateTimeFormat().resolvedOptions().timeZone) {
  const pair = `zone=${zone}`;
  if (page.cookie.split("; ").includes(pair)) return false;
  page.cookie = `${pair}; path=/; max-age=31536000; samesite=lax`;
  if (page.documentElement?.dataset.chosenZone) return false; // whatever the browser's is
  const written = page.querySelector("[data-zone]")?.dataset.zone;
  return written !== undefined && written !== zone && page.cookie.split("; ").includes(pair);
}
