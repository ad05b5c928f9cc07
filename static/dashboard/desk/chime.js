// The sound of a new call: off until the reader turns it on, and once for each offer, also over several tabs.

import { Sound } from "../../parts/sound.js";

const RUNG = "desk-rung";
const SETTLES_MS = 2_000; // tabs see each other's storage a moment later
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1174.7, at: 0.18 },
  { hertz: 880, at: 0.5 },
  { hertz: 1174.7, at: 0.68 },
];

export class Chime extends Sound {
  constructor() {
    super("desk-sound", NOTES, 0.35);
  }

  /**
   * Sounds for an offer that no tab of this browser has sounded for yet; a tab without sound leaves it to
   * another.
   */
  ring(ringing) {
    if (!this.isAudible || localStorage.getItem(RUNG) === ringing) return;
    const sound = () => {
      localStorage.setItem(RUNG, ringing);
      this.play();
    };
    // Without TLS there are no locks; then two tabs may sometimes sound together.
    if (!navigator.locks) sound();
    else navigator.locks.request(`${RUNG} ${ringing}`, { ifAvailable: true }, (lock) => lock && this.#alone(sound, ringing));
  }

  async #alone(sound, ringing) {
    if (localStorage.getItem(RUNG) === ringing) return;
    sound();
    await new Promise((settled) => setTimeout(settled, SETTLES_MS));
  }
}
