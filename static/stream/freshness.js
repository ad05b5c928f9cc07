// Freshness of the board's data, from connection, pause and age. Pure.

const STALE_AFTER_MS = 10_000;

const STATES = {
  loading: { word: "Loading", icon: "clock", tone: "grey", canAct: false, dim: false },
  live: { word: "Live", icon: "live", tone: "green", canAct: true, dim: false },
  reconnecting: { word: "Reconnecting", icon: "retry", tone: "orange", canAct: true, dim: false },
  stale: { word: "Stale", icon: "warn", tone: "red", canAct: false, dim: true },
  paused: { word: "Paused by you", icon: "pause", tone: "orange", canAct: false, dim: false },
  "signed-out": { word: "Signed out", icon: "off", tone: "red", canAct: false, dim: true },
  forbidden: { word: "Not allowed", icon: "off", tone: "red", canAct: false, dim: true },
};

/**
 * `phase` as the connection reports it, `silence` in milliseconds since the last frame. Stale outranks
 * reconnecting: ten seconds without news matter more than the reason. Paused data is old, so its buttons are
 * off until the reader resumes.
 */
export function freshness({ phase, paused, silence, hasData }) {
  const name = stateName({ phase, paused, silence, hasData });
  return { name, ...STATES[name] };
}

function stateName({ phase, paused, silence, hasData }) {
  if (phase === "signed-out" || phase === "forbidden") return phase;
  if (!hasData) return phase === "reconnecting" ? "reconnecting" : "loading";
  if (paused) return "paused";
  if (silence > STALE_AFTER_MS) return "stale";
  return phase === "live" ? "live" : "reconnecting";
}
