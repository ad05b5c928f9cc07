// The hidden fields of a form.

import { html } from "lit-html";

/** The token against forged requests, and `fields`: what the reader saw, and where a plain answer leads back to. */
export function hiddenFields({ csrfToken }, fields = {}) {
  return html`<input type="hidden" name="csrfmiddlewaretoken" value=${csrfToken} />
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name=${name} .value=${String(value)} />`)}`;
}
