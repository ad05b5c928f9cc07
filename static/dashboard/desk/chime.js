// The sounds of a new call or chat, and of a message: off until the reader turns it on, and once for each offer, also over several tabs.

import { Sound } from "../../parts/sound.js";

const RUNG = "desk-rung";
const KNOCKED = "desk-knocked";
const SETTLES_MS = 2_000; // tabs see each other's storage a moment later
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1174.7, at: 0.18 },
  { hertz: 880, at: 0.5 },
  { hertz: 1174.7, at: 0.68 },
];

const KNOCK = [{ hertz: 660, at: 0 }, { hertz: 523.3, at: 0.14 }];

export class Chime extends Sound {
  constructor() {
    super("desk-sound", NOTES, 0.35);
  }

  /**
   * Sounds for an offer that no tab of this browser has sounded for yet; a tab without sound leaves it to
   * another.
   */
  ring(ringing) {
    this.#once(RUNG, ringing, NOTES);
  }

  /** The same for a message of a customer, with a lower sound. */
  knock(message) {
    this.#once(KNOCKED, message, KNOCK);
  }

  #once(stored, what, notes) {
    if (!this.isAudible || localStorage.getItem(stored) === what) return;
    const sound = () => {
      localStorage.setItem(stored, what);
      this.play(notes);
    };
    // Without TLS there are no locks; then two tabs may sometimes sound together.
    if (!navigator.locks) sound();
    else navigator.locks.request(`${stored} ${what}`, { ifAvailable: true }, (lock) => lock && this.#alone(sound, stored, what));
  }

  async #alone(sound, stored, what) {
    if (localStorage.getItem(stored) === what) return;
    sound();
    await new Promise((settled) => setTimeout(settled, SETTLES_MS));
  }
}
