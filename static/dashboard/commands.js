// What the reader's clicks on agents and on the load do: ask the server, show that it was asked, and say
// so when it refused.

import { post, read } from "./actions.js";

const ATTEMPTS = 4;

export class Commands {
  pending = new Map(); // agent id → the choice on its way
  replies = new Map(); // agent id → the row in the newest reply
  pausing = null; // the agent whose reason is being asked for
  notice = null;
  load = null;
  loadBusy = false;

  /** `draw()` shows the present model; `seen(id)` is an agent's row; `signedOut()`: a reply said so. */
  constructor({ draw, seen, signedOut }) {
    this.draw = draw;
    this.seen = seen;
    this.signedOut = signedOut;
  }

  async choose(event) {
    event.preventDefault();
    const { currentTarget: form, submitter } = event;
    if (submitter?.getAttribute("aria-disabled") === "true") return;
    const id = form.dataset.agent;
    if (submitter?.value === "paused") {
      this.#askReason(id, this.seen(id), form);
      return;
    }
    document.getElementById("pause-dialog")?.close();
    await this.#send(id, form, submitter);
  }

  #askReason(id, agent, form) {
    this.pausing = {
      id,
      name: agent.name,
      version: agent.version,
      hasCall: agent.status === "attendingCall" || agent.status === "offered",
      action: form.getAttribute("action"),
    };
    this.draw();
    document.getElementById("pause-dialog").showModal();
  }

  async #send(id, form, submitter) {
    const fields = new FormData(form, submitter);
    this.pending.set(id, fields.get("choice"));
    this.draw();
    const answer = await this.#sendUntilHeard(id, form.getAttribute("action"), fields, this.seen(id));
    this.pending.delete(id);
    this.#tell(answer, form.dataset.agentName);
  }

  /**
   * Routing moves busy agents every few seconds, and each move is a new version. Where the newer agent has
   * the very choice that the reader saw, the decision stands and is sent again; another choice means
   * another person decided, and that the reader has to see.
   */
  async #sendUntilHeard(id, url, fields, seen) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await post(url, fields);
      const present = answer.body.agent;
      if (present) this.replies.set(id, present);
      const onlyMoved = answer.status === 409 && present && sameChoice(present, seen);
      if (!onlyMoved || attempt === ATTEMPTS) return answer;
      fields.set("expected_version", present.version);
    }
  }

  async changeLoad(event) {
    event.preventDefault();
    if (this.loadBusy || event.submitter?.getAttribute("aria-disabled") === "true") return;
    const form = event.currentTarget;
    const fields = new FormData(form, event.submitter);
    this.loadBusy = true;
    this.draw();
    const answer = await post(form.getAttribute("action"), fields);
    this.loadBusy = false;
    if (answer.ok) this.load = answer.body;
    this.#tell(answer, "");
  }

  async readLoad() {
    const load = await read("/load/");
    if (load === null || this.loadBusy) return;
    this.load = load;
    this.draw();
  }

  #tell(answer, about) {
    if (answer.status === 401) this.signedOut();
    const text = about ? `${about}: ${answer.message}` : answer.message;
    this.notice = answer.ok ? null : { tone: "orange", text };
    this.draw();
  }

  pauseClosed() {
    this.pausing = null;
    this.draw();
  }

  closeNotice() {
    this.notice = null;
    this.draw();
  }

  /** Replies that the stream has caught up with are forgotten. */
  forgetOld(agents) {
    for (const [id, row] of this.replies) {
      if (!agents[id] || agents[id].version >= row.version) this.replies.delete(id);
    }
  }
}

function sameChoice(one, other) {
  return one.choice === other?.choice && one.reason === other.reason;
}
