// Modules that a page loads once it needs them: what could not be loaded is named, and tried again.

const AGAIN_MS = 10_000; // a browser may also remember a failure until the page is reloaded

export class LateModules {
  missing = new Set(); // those that could not be loaded
  #modules;
  #changed;
  #loading = new Map(); // name → promise of the module

  /** `modules`: name → a function that imports it; `changed()`: what is missing has changed. */
  constructor(modules, changed) {
    this.#modules = modules;
    this.#changed = changed;
  }

  /** The module; null if it cannot be loaded now. Asked for some seconds later, it is tried again. */
  get(name) {
    if (!this.#loading.has(name)) this.#loading.set(name, this.#load(name));
    return this.#loading.get(name);
  }

  async #load(name) {
    try {
      const found = await this.#modules[name]();
      if (this.missing.delete(name)) this.#changed();
      return found;
    } catch {
      setTimeout(() => this.#loading.delete(name), AGAIN_MS);
      this.missing.add(name);
      this.#changed();
      return null;
    }
  }
}
