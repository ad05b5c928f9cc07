// The sound of a new call: off until the reader turns it on, and once for each ringing, also over several tabs.

const ON = "desk-sound";
const RUNG = "desk-rung";
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1174.7, at: 0.18 },
  { hertz: 880, at: 0.5 },
  { hertz: 1174.7, at: 0.68 },
];
const LASTS = 0.35;
const HOLD_MS = 5_000; // by then all tabs can read what was stored

export class Chime {
  on = localStorage.getItem(ON) === "on";
  #audio = null;

  constructor() {
    // Browsers let a page sound only after it was touched: a sound turned on in an earlier visit waits for that.
    const wake = () => this.on && this.#context().resume();
    addEventListener("pointerdown", wake);
    addEventListener("keydown", wake);
  }

  /** Turns the sound on, and lets it be heard once, or off. */
  toggle() {
    this.on = !this.on;
    localStorage.setItem(ON, this.on ? "on" : "off");
    if (this.on) this.#play();
  }

  /** Sounds for a ringing that no tab of this browser has sounded for yet. */
  ring(ringing) {
    if (!this.on || localStorage.getItem(RUNG) === ringing) return;
    localStorage.setItem(RUNG, ringing);
    onlyHere(`${RUNG} ${ringing}`, () => this.#play());
  }

  #context() {
    this.#audio ??= new AudioContext();
    return this.#audio;
  }

  async #play() {
    const audio = this.#context();
    await audio.resume();
    for (const { hertz, at } of NOTES) tone(audio, hertz, audio.currentTime + at);
  }
}

/**
 * Acts in one of the tabs that ask at once: what one stores, another may read only a moment later. Browsers
 * know locks on safe origins only; elsewhere two tabs may both act.
 */
function onlyHere(name, act) {
  if (!navigator.locks) {
    act();
    return;
  }
  navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    act();
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
  });
}

function tone(audio, hertz, at) {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + LASTS);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + LASTS);
}
