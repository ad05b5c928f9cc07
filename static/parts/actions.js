// HTTP from the board: posts commands and reads JSON. It knows how a reply reads, not what it means for
// the rows.

const UNREACHABLE = "The server could not be reached; whether the change was made will show on the board.";

// After these pauses a command is sent again whose answer did not come, or came from somebody in front of it.
const PAUSES_MS = [300, 1200];
const UNHEARD = new Set([0, 502, 504]);

/**
 * Posts form data. Resolves to `{ok, status, body, message}`; `message` is one sentence for the reader when
 * something went wrong. Never rejects: a line that is down is an answer too. Where nobody answers it is sent
 * again with the same key, by which the server carries it out once.
 */
export async function post(url, fields, { pauses = PAUSES_MS } = {}) {
  const body = new URLSearchParams(fields);
  const key = newKey();
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(url, body, key);
    if (!UNHEARD.has(answer.status) || attempt >= pauses.length) return answer;
    await new Promise((resume) => setTimeout(resume, pauses[attempt]));
  }
}

async function send(url, body, key) {
  try {
    const headers = { Accept: "application/json", "Idempotency-Key": key };
    return await reply(await fetch(url, { method: "POST", body, headers, redirect: "error" }));
  } catch {
    return { ok: false, status: 0, body: {}, message: UNREACHABLE };
  }
}

/** Works on pages without TLS too, where browsers have no `randomUUID`. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads JSON from this site; null when it can't be had just now. */
export async function read(url) {
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function reply(response) {
  const body = await response.json().catch(() => ({}));
  const message = response.ok ? "" : (body.error ?? unexplained(response.status));
  return { ok: response.ok, status: response.status, body, message };
}

/** Refusals that carry no sentence come from in front of the views; the usual one is a token of before. */
function unexplained(status) {
  if (status === 403) return "This page belongs to an earlier sign-in. Reload it and try again.";
  return `The server answered ${status}. Nothing is known to have changed.`;
}
