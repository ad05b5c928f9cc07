// HTTP of the pages: posts commands and reads JSON. It knows the format of replies, not their meaning for
// rows.

import { newId } from "./new-id.js";

const KEY_BYTES = 16;
const PATIENCE_MS = 30_000; // on a network that has gone, a request would otherwise hang for minutes
const UNREACHABLE = "The server could not be reached; the dashboard will show whether the change was made.";

// Pauses before a command without an answer from the site is sent again.
const PAUSES_MS = [300, 1200];
const UNHEARD = new Set([0, 502, 504]);

/**
 * Posts form data. Resolves to `{ok, status, body, message}`; `message` is one sentence for the reader after
 * an error. Never rejects, also without a connection. Without an answer it is sent again with the same key,
 * so that the server carries it out once.
 */
export async function post(url, fields, { pauses = PAUSES_MS } = {}) {
  const body = new URLSearchParams(fields);
  const key = newId(KEY_BYTES);
  return untilHeard(() => send(url, body, key), pauses);
}

/** The answer of `ask()`, called again while `isUnheard(answer)`, else while none comes from the site: it has to ask for the same each time. */
export async function untilHeard(ask, pauses = PAUSES_MS, isUnheard = ({ status }) => UNHEARD.has(status)) {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask();
    if (!isUnheard(answer) || attempt >= pauses.length) return answer;
    await new Promise((resume) => setTimeout(resume, pauses[attempt]));
  }
}

async function send(url, body, key) {
  try {
    const headers = { Accept: "application/json", "Idempotency-Key": key };
    return await reply(await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE_MS), redirect: "error" }));
  } catch {
    return { ok: false, status: 0, body: {}, message: UNREACHABLE };
  }
}

/** Reads JSON from this site, again if no answer comes; null if that fails. */
export async function read(url, { pauses = PAUSES_MS } = {}) {
  const { body } = await untilHeard(() => get(url), pauses);
  return body;
}

async function get(url) {
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, body: response.ok ? await response.json() : null };
  } catch {
    return { status: 0, body: null };
  }
}

async function reply(response) {
  const body = await response.json().catch(() => ({}));
  const message = response.ok ? "" : (body.error ?? unexplained(response.status));
  return { ok: response.ok, status: response.status, body, message };
}

/** Refusals without a message come from before the views; usually an old token. */
function unexplained(status) {
  if (status === 403) return "This page belongs to an earlier sign-in. Reload it and try again.";
  return `The server answered ${status}. Nothing is known to have changed.`;
}
