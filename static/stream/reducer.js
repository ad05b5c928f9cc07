// Reducer of the board: applies frames. No socket, no clock, no page.

const SECTIONS = ["agents", "agent_queues", "call_queues", "calls", "totals", "figures", "recent", "minutes", "agent_minutes", "scenes"];

const CHATS = SECTIONS.map((section) => `${section}.chat`); // of the same kinds, where chats are in use

/** A board before the first frame. */
export function emptyBoard() {
  return { epoch: null, seq: 0, at: null, state: null };
}

/**
 * Applies one frame. Returns the board to keep (the same object when the frame changed no row), and `resync:
 * true` if only a snapshot can help: a gap, another epoch, or an unreadable frame.
 */
export function apply(board, frame) {
  switch (frame?.type) {
    case "snapshot":
      return kept({ epoch: frame.epoch, seq: frame.seq, at: frame.at, state: complete(frame.state) });
    case "delta":
      return applyDelta(board, frame);
    case "heartbeat":
      return applyHeartbeat(board, frame);
    default:
      return { board, resync: true };
  }
}

function applyDelta(board, frame) {
  if (board.state === null || frame.epoch !== board.epoch) return { board, resync: true };
  if (frame.seq <= board.seq) return kept(board); // already seen: values are absolute, so nothing is lost
  if (frame.prev !== board.seq) return { board, resync: true };
  return kept({ epoch: frame.epoch, seq: frame.seq, at: frame.at, state: changed(board.state, frame) });
}

function applyHeartbeat(board, frame) {
  if (board.state === null || frame.epoch !== board.epoch || frame.seq > board.seq) {
    return { board, resync: true };
  }
  if (frame.seq < board.seq) return kept(board); // overtaken on its way by a delta
  return kept({ ...board, at: frame.at });
}

function kept(board) {
  return { board, resync: false };
}

function complete(state) {
  const shown = [...SECTIONS, ...CHATS.filter((section) => section in state)];
  return Object.fromEntries(shown.map((section) => [section, state[section] ?? {}]));
}

function changed(state, frame) {
  const next = { ...state };
  for (const section of [...SECTIONS, ...CHATS]) {
    const set = frame.set?.[section];
    const gone = frame.del?.[section] ?? [];
    if (!set && gone.length === 0) continue;
    next[section] = { ...state[section], ...set };
    for (const id of gone) delete next[section][id];
  }
  return next;
}

/** The chats' part of the state, in the shape of the whole; null where chats are not in use. */
export function chatsOf(state) {
  if (!CHATS.some((section) => section in state)) return null;
  return Object.fromEntries(SECTIONS.map((section, index) => [section, state[CHATS[index]] ?? {}]));
}

/** The rows of all agents, for calls and for chats. */
export function everyRow(state) {
  return { ...state.agents, ...chatsOf(state)?.agents };
}

/**
 * Puts rows from replies to this browser's commands over the stream's rows, so that a click shows at once. A
 * row counts only while it is newer than the stream's; older ones are dropped.
 */
export function withReplies(agents, replies) {
  const newer = [...replies].filter(([id, row]) => agents[id] && row.version > agents[id].version);
  return newer.length === 0 ? agents : { ...agents, ...Object.fromEntries(newer) };
}
