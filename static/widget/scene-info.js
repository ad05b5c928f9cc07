// What the server says of a scene: title, first message, whether it is open. Read while the panel is open.

import { isPassing } from "../conversation/api.js";

const EVERY_MS = 5 * 60_000; // hours begin and end while the chat is open
const AGAIN_MS = 4_000;

export class SceneInfo {
  known = null; // before the first answer; the scene counts as open
  #api;
  #scene;
  #changed;
  #clock;
  #dueAt = -Infinity;

  constructor({ api, scene, changed, clock = () => performance.now() }) {
    this.#api = api;
    this.#scene = scene;
    this.#changed = changed;
    this.#clock = clock;
  }

  /** The panel is open: reads the scene if it is time. */
  look() {
    if (this.#clock() >= this.#dueAt) this.#read();
  }

  async #read() {
    this.#dueAt = Infinity;
    const reply = await this.#api.get(`/scenes/${encodeURIComponent(this.#scene)}`);
    const pause = isPassing(reply) ? AGAIN_MS : EVERY_MS;
    this.#dueAt = this.#clock() + pause;
    if (reply.ok) this.known = reply.body;
    else if (isPassing(reply)) setTimeout(this.#changed, pause);
    this.#changed();
  }
}
