// Two timers of the board: at most one drawing per screen frame, and one beat per second for ages.

/** Returns `ask()`: any number of calls before the next screen frame become one `draw()`. */
export function oncePerFrame(draw, requestFrame = requestAnimationFrame) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestFrame(() => {
      asked = false;
      draw();
    });
  };
}

/** Calls `beat()` once a second while the page is visible; a hidden page costs nothing. */
export function everySecond(beat) {
  setInterval(() => {
    if (!document.hidden) beat();
  }, 1000);
}

/**
 * The server's clock as seen from here, at first from the time of the page. Each frame has its time of
 * sending; the fastest so far (the largest difference) is the best estimate, the others only took longer.
 * Without any time it is the local clock.
 */
export function serverClock(pageAt, local = Date.now) {
  const ofPage = Date.parse(pageAt) - local();
  const first = Number.isFinite(ofPage) ? ofPage : -Infinity;
  let ahead = first;
  return {
    heard(iso) {
      const difference = Date.parse(iso) - local();
      if (Number.isFinite(difference)) ahead = Math.max(ahead, difference);
    },
    forget() {
      ahead = first;
    },
    now() {
      return local() + (Number.isFinite(ahead) ? ahead : 0);
    },
  };
}
