// What every page that a script draws from the stream has: the board's state, commands and their replies, and the
// switch of the single keys.

import { Commands } from "../parts/commands.js";
import { singleKeysOn, storeSingleKeys } from "../parts/keys.js";
import { Following } from "../stream/following.js";
import { everyRow, withReplies } from "../stream/reducer.js";
import { oncePerFrame } from "../stream/ticking.js";

export class StreamPage {
  announced = ""; // spoken politely
  singleKeys = singleKeysOn();
  ask = oncePerFrame(() => this.draw());

  /** `places`: elements by name, of which `bar` is in the masthead; `done`: see Commands. */
  constructor(places, config, done) {
    Object.assign(this, places, { config });
    this.following = new Following(config, (before) => this.heard(before));
    this.commands = new Commands({
      draw: () => this.answered(),
      seen: (id) => this.agents()[id],
      signedOut: () => this.following.enter("signed-out"),
      done,
      buttons: config.buttons,
    });
  }

  get state() {
    return this.following.board.state;
  }

  /** The agents' rows, as newer replies have them. */
  agents() {
    return this.state ? withReplies(this.state.agents, this.commands.replies) : {};
  }

  heard(before) {
    if (this.state && this.state !== before.state) this.commands.forgetOld(everyRow(this.state));
    this.changed();
  }

  changed() {
    this.ask();
  }

  /** A command was sent, or answered. */
  answered() {
    this.draw();
  }

  sharedHandlers() {
    const { commands, following } = this;
    return {
      act: (event) => commands.act(event),
      reasonClosed: () => commands.reasonClosed(),
      closeNotice: () => commands.closeNotice(),
      showKeys: () => document.getElementById("keys-dialog").showModal(),
      switchKeys: (event) => {
        this.singleKeys = event.target.checked;
        storeSingleKeys(this.singleKeys);
        this.ask();
      },
      pauseView: () => following.pauseOrResume(),
    };
  }
}

/** Starts a page where its `root` is: `ids` of its places by name, and of its configuration. */
export function startPage(Page, ids, config) {
  const places = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, document.getElementById(id)]));
  if (places.root) new Page(places, JSON.parse(document.getElementById(config).textContent)).start();
}
