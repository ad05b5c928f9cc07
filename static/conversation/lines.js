// Lines of a conversation: messages as they are shown one below the other. Pure.

const TOGETHER_MS = 5 * 60_000; // later, a sender is named again

/**
 * The lines for messages in order and for own ones that wait to be sent (`waiting`, of the outbox):
 *
 * - `{type: "day", day, at}` before the first of a day;
 * - `{type: "message", …}`: `kind` "text" or "attachment", `body`, `file` ({name, type, size}), `sender`, `isMine`,
 *   `isFirst` (of its sender), `recalled`, `number`, `at`, and `state`: "sent", "waiting", "failed" (`error`);
 * - `{type: "event", what, about, to}`;
 * - `{type: "card", card, kind, state, values, by, …}`: all steps of a card are one line, at its latest step, so that
 *   a reader at the end sees each;
 * - `{type: "other", kind}`: a kind of a later release.
 *
 * `key` is the same for an own message before and after it is stored. `dayOf(at)` is the reader's day, as text that
 * sorts by time.
 */
export function linesOf(messages, { waiting = [], isMine, dayOf = localDay }) {
  const stored = new Set(messages.map((message) => message.client_id));
  const latest = latestSteps(messages);
  const shown = [
    ...messages.map((message) => lineOf(message, isMine, latest)).filter(Boolean),
    ...waiting.filter((entry) => !stored.has(entry.clientId)).map(waitingLine),
  ];
  return withDays(shown, dayOf);
}

function lineOf(message, isMine, latest) {
  const { number, kind, sender, at, body, recalled } = message;
  const own = isMine(sender);
  const base = { key: own ? message.client_id : `#${number}`, number, sender, at, isMine: own };
  if (kind === "recall") return null;
  if (kind === "event") {
    return { ...base, key: `#${number}`, type: "event", ...eventOf(body) };
  }
  if (kind === "card") {
    const step = read(body);
    if (latest.get(step.card) !== number) return null;
    return { ...base, ...step, key: `card ${step.card}`, type: "card" };
  }
  if (kind !== "text" && kind !== "attachment") return { ...base, type: "other", kind };
  const file = kind === "attachment" && !recalled ? read(body) : null;
  return { ...base, type: "message", kind, body: file ? "" : body, file, recalled, state: "sent", error: "" };
}

/** What happened, the party whom it is about, and where a transfer goes: "agent:leo", "program:clerk", "queue:W.chat#…". */
export function eventOf(body) {
  const [what, about = "", ...to] = body.split(" ");
  return { what, about, to: to.join(" ") };
}

function waitingLine({ clientId, body, file, at, error, progress }) {
  return {
    key: clientId,
    type: "message",
    kind: file ? "attachment" : "text",
    body,
    file: file ? { name: file.name, type: file.type, size: file.size, progress } : null,
    number: null,
    sender: "",
    isMine: true,
    recalled: false,
    at,
    state: error ? "failed" : "waiting",
    error,
  };
}

function latestSteps(messages) {
  const latest = new Map();
  for (const message of messages) {
    if (message.kind === "card") latest.set(read(message.body).card, message.number);
  }
  return latest;
}

function withDays(lines, dayOf) {
  const found = [];
  let day = "";
  let before = null;
  for (const line of lines) {
    if (dayOf(line.at) > day) {
      day = dayOf(line.at);
      found.push({ type: "day", key: `day ${day}`, day, at: line.at });
      before = null;
    }
    found.push(line.type === "message" ? { ...line, isFirst: !follows(before, line) } : line);
    before = line;
  }
  return found;
}

function follows(before, line) {
  const isSame = before?.type === "message" && before.isMine === line.isMine && (line.isMine || before.sender === line.sender);
  return isSame && Date.parse(line.at) - Date.parse(before.at) < TOGETHER_MS;
}

function localDay(at) {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
}

function read(body) {
  try {
    const found = JSON.parse(body);
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}
