// A short sound that the reader may turn on: off at first, remembered in this browser.

export class Sound {
  #audio = null;

  /** `stored`: its key in the browser's storage; `notes`: [{hertz, at}], `at` and `lasts` in seconds. */
  constructor(stored, notes, lasts) {
    this.stored = stored;
    this.notes = notes;
    this.lasts = lasts;
    this.on = localStorage.getItem(stored) === "on";
    // Browsers allow sound only after a user gesture: a sound turned on in an earlier visit waits for one.
    const wake = () => this.on && this.#context().resume();
    addEventListener("pointerdown", wake);
    addEventListener("keydown", wake);
  }

  /** Turns the sound on, and plays it once, or off. */
  toggle() {
    this.on = !this.on;
    localStorage.setItem(this.stored, this.on ? "on" : "off");
    if (this.on) this.play();
  }

  /** Whether sound is on and the browser allows it. */
  get isAudible() {
    return this.on && (this.#context().state === "running" || navigator.userActivation.hasBeenActive);
  }

  /** Plays it once, if possible; missed sounds are not repeated. */
  async play(notes = this.notes) {
    if (!this.isAudible) return;
    const audio = this.#context();
    await audio.resume();
    for (const { hertz, at } of notes) tone(audio, hertz, audio.currentTime + at, this.lasts);
  }

  #context() {
    this.#audio ??= new AudioContext();
    return this.#audio;
  }
}

function tone(audio, hertz, at, lasts) {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + lasts);
}
