// Ids that are made in the browser.

/** Random bytes in hexadecimal: works on pages without TLS too, where browsers have no `randomUUID`. */
export function newId(bytes = 12) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
