// One command on many agents: agents it applies to, versions it is sent at, results, undo.

import { post } from "../../parts/http.js";
import { appliesTo, mayUse } from "../../parts/operations.js";
import { byFormerChoice, isNewer, outcomeText, versionToSend } from "./actions.js";

const ADDRESS = "/agents/bulk/";
const ATTEMPTS = 4;
const UNDO_MS = 10_000;

export class Bulk {
  busy = ""; // the message during the request
  #commands;
  #selection;
  #agents;
  #config;
  #send;
  #clock;

  /**
   * `agents()`: the current rows. Replies, notice and marks are shared with the commands on single agents.
   */
  constructor({ commands, selection, agents, config, send = post, clock = () => performance.now() }) {
    this.#commands = commands;
    this.#selection = selection;
    this.#agents = agents;
    this.#config = config;
    this.#send = send;
    this.#clock = clock;
  }

  /** The selected agents that the action applies to. */
  affected(name) {
    const agents = this.#agents();
    const action = this.#action(name);
    const may = (id, agent) => appliesTo(action, agent) && mayUse(action, id, agent, this.#config);
    return this.#selection.ids().filter((id) => agents[id] && may(id, agents[id]));
  }

  async act(name, reason = "") {
    const ids = this.affected(name);
    if (this.busy || ids.length === 0 || ids.length > this.#config.mostAtOnce) return;
    const before = this.#agents();
    const seen = new Map(ids.map((id) => [id, this.#selection.seen(id)]));
    const outcome = await this.#carryOut(name, reason, seen);
    this.#selection.forget([...outcome.done.keys(), ...outcome.gone]);
    for (const [id, { row }] of outcome.refused) this.#selection.see(id, row);
    const changes = [...outcome.done].map(([id, row]) => ({ id, before: before[id], after: row }));
    const { word, isChoice } = this.#action(name);
    this.#tell(word, outcome, isChoice ? changes : []);
  }

  /** A choice for one agent was made: it can be undone for a while. `changes`: [{id, before, after}]. */
  tellOne(text, change) {
    this.#note({ tone: "green", text, ids: [change.id], changes: [change] });
  }

  /** Restores the choices of agents before the last command. */
  async undo() {
    const groups = byFormerChoice(this.#commands.notice?.changes ?? []);
    if (this.busy || groups.length === 0) return;
    const all = { done: new Map(), refused: new Map(), gone: [], left: [], trouble: "" };
    for (const { choice, reason, seen } of groups) {
      const one = await this.#carryOut(choice, reason, seen);
      for (const part of ["done", "refused"]) one[part].forEach((value, id) => all[part].set(id, value));
      all.gone.push(...one.gone);
      all.left.push(...one.left);
      all.trouble ||= one.trouble;
      all.isRefused = one.isRefused ?? all.isRefused;
    }
    this.#tell("Undo", all, []);
  }

  /**
   * Sends until every agent is done or finally refused. Routing moves busy agents every few seconds, and each
   * move is a new version: an agent that was only moved is sent again, as `isNewer` decides.
   */
  async #carryOut(name, reason, seen) {
    const outcome = { done: new Map(), refused: new Map(), gone: [], left: [], trouble: "" };
    const action = this.#action(name);
    this.busy = `${action.word}: updating ${seen.size} ${seen.size === 1 ? "agent" : "agents"}…`;
    for (const id of seen.keys()) this.#commands.pending.set(id, action.isChoice ? name : "");
    this.#commands.notice = null;
    this.#commands.draw();
    let open = [...seen.keys()].map((id) => [id, versionToSend(action, seen.get(id), this.#agents()[id])]);
    for (let attempt = 1; open.length > 0; attempt += 1) {
      const answer = await this.#send(ADDRESS, this.#fields(name, reason, open));
      this.#keep(answer, open, outcome);
      const moved = outcome.trouble || attempt === ATTEMPTS ? [] : onlyMoved(action, seen, outcome.refused);
      open = moved.map((id) => [id, outcome.refused.get(id).row.version]);
      for (const id of moved) outcome.refused.delete(id);
    }
    for (const id of seen.keys()) this.#commands.pending.delete(id);
    this.busy = "";
    return outcome;
  }

  #action(wanted) {
    return this.#config.buttons.find(({ name }) => name === wanted);
  }

  #fields(name, reason, open) {
    return [
      ["csrfmiddlewaretoken", this.#config.csrfToken],
      ["action", name],
      ["reason", reason],
      ...open.map(([id, version]) => ["agent", `${version}:${id}`]),
    ];
  }

  #keep(answer, open, outcome) {
    const { done = [], refused = [], left } = answer.body;
    for (const { id, row } of done) outcome.done.set(id, row);
    for (const { id, why, row } of refused) {
      if (row) outcome.refused.set(id, { why, row });
      else outcome.gone.push(id);
    }
    for (const { id, row } of [...done, ...refused]) if (row) this.#commands.replies.set(id, row);
    if (answer.ok || answer.status === 409) return;
    outcome.trouble = answer.message;
    outcome.isRefused = answer.status >= 400 && answer.status < 500;
    outcome.left = left ?? open.map(([id]) => id);
    if (answer.status === 401) this.#commands.signedOut();
  }

  #tell(word, outcome, changes) {
    const fine = outcome.refused.size === 0 && outcome.gone.length === 0 && !outcome.trouble;
    const text = outcomeText(word, outcome);
    this.#note({ tone: fine ? "green" : "orange", text, ids: [...outcome.done.keys()], changes });
  }

  #note({ tone, text, ids, changes }) {
    const undoable = byFormerChoice(changes).length > 0;
    const until = this.#clock() + UNDO_MS;
    this.#commands.notice = { tone, text, ids, changes: undoable ? changes : [], until };
    this.#commands.draw();
  }
}

function onlyMoved(action, seen, refused) {
  return [...refused].filter(([id, { row }]) => !isNewer(action, seen.get(id), row)).map(([id]) => id);
}
