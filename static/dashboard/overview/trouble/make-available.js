// Makes paused agents available: asks first, for exactly the agents paused then, at their versions.

import { Selection } from "../../agents/selection.js";
import { Bulk } from "../../agents/bulk.js";

export class MakeAvailable {
  asking = null; // {trouble, rows: [{id, …}]} while the question is open
  #commands;
  #agents;
  #selection = new Selection();
  #bulk;
  #most;

  /** `agents()`: the current rows; `commands` shows pending changes, replies and the notice. */
  constructor({ commands, agents, config, send }) {
    this.#commands = commands;
    this.#agents = agents;
    this.#most = config.mostAtOnce;
    this.#bulk = new Bulk({ commands, selection: this.#selection, agents, config, send });
  }

  get busy() {
    return this.#bulk.busy;
  }

  ask(trouble) {
    const agents = this.#agents();
    const ids = trouble.ids.filter((id) => agents[id]).slice(0, this.#most);
    this.#selection.none();
    this.#selection.all(ids, agents, "");
    this.asking = { trouble, rows: ids.map((id) => ({ id, ...agents[id] })) };
    this.#commands.draw();
  }

  async confirm() {
    this.close();
    await this.#bulk.act("ready");
  }

  close() {
    this.asking = null;
    this.#commands.draw();
  }
}
