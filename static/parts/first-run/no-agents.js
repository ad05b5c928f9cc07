// What a list says in a centre that has no agents, and what leads on.

import { html, nothing } from "lit-html";

/** For a panel that is empty. */
export function noAgents(config) {
  return html`
    <div class="empty">
      <h3>No agents yet</h3>
      ${config.setup ? html`<p><a class="button" href=${config.setup}>Set up the centre</a></p>` : html`<p>Administrators add agents under Setup.</p>`}
      ${config.canControlLoad ? html`<p>Or start the demo load${config.kiosk === undefined ? html` on the <a href="/">overview</a>` : nothing}: it has its own agents and callers.</p>` : nothing}
    </div>
  `;
}
