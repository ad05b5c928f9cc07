// HTTP API as a device uses it: JSON in and out, uploads with progress. Never rejects: status 0 is "no answer".

const PATIENCE_MS = 20_000; // on a network that has gone, a request would otherwise hang for minutes
const STALLS_MS = 30_000; // an upload may take longer while it makes progress
const UNREACHABLE = { ok: false, status: 0, code: "", field: "", limit: 0, body: {}, message: "", retryAfter: 0 };

/** Refusals that a later attempt may not get: no answer, busy, signed out for the moment, too many requests. */
export const isPassing = ({ status }) => status === 0 || status === 401 || status === 429 || status >= 500;

/** Address of a conversation. */
export const chatPath = (chat) => `/chats/${encodeURIComponent(chat)}`;

export class Api {
  #base;
  #headers;
  #signedOut;

  /**
   * `headers()` may be asynchronous: the token of a customer, or the X-CSRFToken of a page of this site. `as`: the role
   * of its user that counts, such as "supervisor" for one who has a desk too.
   * `signedOut()`: a request was refused for want of a token or session that counts.
   */
  constructor({ base = "/api/v1", headers = () => ({}), signedOut = () => {}, as = "" } = {}) {
    this.as = as;
    this.#base = base;
    this.#headers = headers;
    this.#signedOut = signedOut;
  }

  get(path) {
    return this.#ask("GET", path);
  }

  post(path, body = {}) {
    return this.#ask("POST", path, JSON.stringify(body), { "Content-Type": "application/json" });
  }

  put(path, body) {
    return this.#ask("PUT", path, JSON.stringify(body), { "Content-Type": "application/json" });
  }

  delete(path) {
    return this.#ask("DELETE", path);
  }

  /** The file of a message as a blob; null if there is none. */
  async file(path) {
    try {
      const response = await fetch(this.#address(path), { headers: await this.#headers() });
      return response.ok ? await response.blob() : null;
    } catch {
      return null;
    }
  }

  /** Posts a file; `progress(share)` is called with 0 to 1. `fetch` tells nothing about what has been sent. */
  async upload(path, file, progress = () => {}) {
    const headers = await this.#headersOrNone();
    if (!headers) return UNREACHABLE;
    return new Promise((done) => {
      const request = new XMLHttpRequest();
      request.open("POST", this.#address(path));
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.setRequestHeader("Content-Type", "application/octet-stream");
      let stalled = 0;
      const goesOn = () => {
        clearTimeout(stalled);
        stalled = setTimeout(() => request.abort(), STALLS_MS);
      };
      request.upload.onprogress = ({ loaded, total }) => {
        goesOn();
        progress(total ? loaded / total : 0);
      };
      request.onloadend = () => clearTimeout(stalled);
      request.onerror = request.onabort = request.ontimeout = () => done(UNREACHABLE);
      request.onload = () => done(reply(request.status, request.responseText, request.getResponseHeader("Retry-After")));
      goesOn();
      request.send(file);
    });
  }

  #address(path) {
    const role = this.as && `${path.includes("?") ? "&" : "?"}as=${this.as}`;
    return this.#base + path + role;
  }

  async #headersOrNone() {
    try {
      return await this.#headers();
    } catch {
      return null;
    }
  }

  async #ask(method, path, body, more) {
    try {
      const headers = { Accept: "application/json", ...more, ...(await this.#headers()) };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(this.#address(path), { method, body, headers, signal, redirect: "error", cache: "no-store" });
      if (response.status === 401) this.#signedOut();
      return reply(response.status, await response.text(), response.headers.get("Retry-After"));
    } catch {
      return UNREACHABLE;
    }
  }
}

function reply(status, text, retryAfter) {
  const body = parsed(text);
  const { code = "", detail = "", field = "", limit = 0 } = body;
  const ok = status >= 200 && status < 300;
  return { ok, status, code, field, limit, body, message: ok ? "" : detail, retryAfter: Number(retryAfter) || 0 };
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
