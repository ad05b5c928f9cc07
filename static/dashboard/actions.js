// HTTP from the board: posts commands and reads JSON. It knows how a reply reads, not what it means for
// the rows.

const UNREACHABLE = "The server could not be reached; whether the change was made will show on the board.";

/**
 * Posts form data. Resolves to `{ok, status, body, message}`; `message` is one sentence for the reader when
 * something went wrong. Never rejects: a line that is down is an answer too.
 */
export async function post(url, fields) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Accept: "application/json" },
      redirect: "error",
    });
    return await reply(response);
  } catch {
    return { ok: false, status: 0, body: {}, message: UNREACHABLE };
  }
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
