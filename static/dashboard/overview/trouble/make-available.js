// Makes paused agents available: asks first, for exactly the agents paused then, at their versions.

import { Selection } from "../../agents/selection.js";
import { Bulk } from "../../agents/bulk.js";
import { makingAvailable, reaches } from "../../../parts/operations.js";

export class MakeAvailable {
  asking = null; // {trouble, rows: [{id, …}]} while the question is open
  #commands;
  #agents;
  #selection = new Selection();
  #bulk;
  #config;

  /** `agents()`: the current rows; `commands` shows pending changes, replies and the notice. */
  constructor({ commands, agents, config, send }) {
    this.#commands = commands;
    this.#agents = agents;
    this.#config = config;
    this.#bulk = new Bulk({ commands, selection: this.#selection, agents, config, send });
  }

  get busy() {
    return this.#bulk.busy;
  }

  /** Those who could help, and whom the reader may make available. */
  helpers({ ids = [] }) {
    const agents = this.#agents();
    return ids.filter((id) => agents[id] && reaches(id, agents[id], this.#config));
  }

  ask(trouble) {
    const agents = this.#agents();
    const ids = this.helpers(trouble).slice(0, this.#config.mostAtOnce);
    this.#selection.none();
    this.#selection.all(ids, agents, "");
    this.asking = { trouble, rows: ids.map((id) => ({ id, ...agents[id] })) };
    this.#commands.draw();
  }

  async confirm() {
    this.close();
    await this.#bulk.act(makingAvailable(this.#config).name);
  }

  close() {
    this.asking = null;
    this.#commands.draw();
  }
}
