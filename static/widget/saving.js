// Download of something that was fetched with a token, which a link could not send.

/** Offers it to be saved under this name; nothing if there is none. */
export function saved(blob, name) {
  if (!blob) return;
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
