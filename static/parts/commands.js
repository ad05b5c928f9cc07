// Commands of the reader on agents and the load: request, pending state, refusal.

import { post, read } from "./http.js";
import { hasCall } from "./statuses.js";

const ATTEMPTS = 4;

export class Commands {
  pending = new Map(); // agent id → the choice on its way, or "" for any other command
  replies = new Map(); // agent id → the row in the newest reply
  asking = null; // the agent of the open reason dialog
  notice = null;
  load = null;
  loadBusy = false;
  #isReadingLoad = false;
  askingLoad = null; // address and fields of the load command being confirmed

  /**
   * `draw()` shows the current model; `seen(id)` is an agent's row; `signedOut()`: a reply said so;
   * `done({id, fields, before, after})`: a command was carried out. `buttons`: as the server declares them.
   */
  constructor({ draw, seen, signedOut, done = () => {}, buttons = [] }) {
    this.buttons = buttons;
    this.draw = draw;
    this.seen = seen;
    this.signedOut = signedOut;
    this.done = done;
  }

  /** A form about one agent was submitted; a button with `data-asks` needs a reason first. */
  async act(event) {
    event.preventDefault();
    const { currentTarget: form, submitter } = event;
    if (submitter?.getAttribute("aria-disabled") === "true") return;
    const id = form.dataset.agent;
    if (submitter?.dataset.asks) {
      this.#askReason(submitter.dataset.asks, id, submitter.getAttribute("formaction") ?? form.getAttribute("action"));
      return;
    }
    document.getElementById("reason-dialog")?.close();
    await this.#send(id, form, submitter);
  }

  #askReason(name, id, action) {
    const agent = this.seen(id);
    const button = this.buttons.find((one) => one.name === name);
    const note = button.asks.isNoteForBusy && !hasCall(agent) ? "" : button.asks.note;
    this.asking = { button, id, name: agent.name, version: agent.version, action, note };
    this.draw();
    document.getElementById("reason-dialog").showModal();
  }

  async #send(id, form, submitter) {
    const fields = new FormData(form, submitter);
    this.pending.set(id, fields.get("choice") ?? "");
    this.draw();
    const url = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
    const before = this.seen(id);
    const answer = await this.#sendUntilHeard(id, url, fields, before);
    this.pending.delete(id);
    this.#tell(answer, form.dataset.agentName);
    if (answer.ok) this.done({ id, fields, before, after: answer.body.agent });
  }

  /**
   * Routing moves busy agents every few seconds, and each move is a new version. If the newer agent has the
   * choice that the reader saw, a choice is sent again; a different choice means that another user decided,
   * which the reader must see. Any other command was for a state that is gone.
   */
  async #sendUntilHeard(id, url, fields, seen) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await post(url, fields);
      const present = answer.body.agent;
      if (present) this.replies.set(id, present);
      const onlyMoved = answer.status === 409 && fields.has("choice") && present && sameChoice(present, seen);
      if (!onlyMoved || attempt === ATTEMPTS) return answer;
      fields.set("expected_version", present.version);
    }
  }

  /** The load starts and stops only after confirmation. */
  askLoad(event) {
    event.preventDefault();
    if (this.loadBusy || event.submitter?.getAttribute("aria-disabled") === "true") return;
    const form = event.currentTarget;
    this.askingLoad = { action: form.getAttribute("action"), fields: Object.fromEntries(new FormData(form)) };
    this.draw();
    document.getElementById("load-dialog").showModal();
  }

  async changeLoad(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form, event.submitter);
    document.getElementById("load-dialog").close();
    this.loadBusy = true;
    this.draw();
    const answer = await post(form.getAttribute("action"), fields);
    this.loadBusy = false;
    if (answer.ok) this.load = answer.body;
    this.#tell(answer, "");
  }

  loadAsked() {
    this.askingLoad = null;
    this.draw();
  }

  async readLoad() {
    if (this.#isReadingLoad) return;
    this.#isReadingLoad = true;
    const before = this.load;
    const load = await read("/load/");
    this.#isReadingLoad = false;
    if (load === null || this.loadBusy || this.load !== before) return; // it was changed meanwhile
    this.load = load;
    this.draw();
  }

  #tell(answer, about) {
    if (answer.status === 401) this.signedOut();
    const text = about ? `${about}: ${answer.message}` : answer.message;
    this.notice = answer.ok ? null : { tone: "orange", text };
    this.draw();
  }

  reasonClosed() {
    this.asking = null;
    this.draw();
  }

  closeNotice() {
    this.notice = null;
    this.draw();
  }

  /** Drops replies that the stream has caught up with. */
  forgetOld(agents) {
    for (const [id, row] of this.replies) {
      if (!agents[id] || agents[id].version >= row.version) this.replies.delete(id);
    }
  }
}

function sameChoice(one, other) {
  return one.choice === other?.choice && one.reason === other.reason;
}
