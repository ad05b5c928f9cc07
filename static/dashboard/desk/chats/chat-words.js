// Words of the workspace: names of parties, events, last lines. Pure.

import { eventOf } from "../../../conversation/lines.js";
import { customerName } from "../../../parts/format.js";
import { skillWords } from "../../../parts/names/skill-names.js";
import { isCustomer } from "./waits.js";

const EVENTS = {
  joined: "{party} joined",
  left: "{party} left",
  accepted: "{party} accepted the chat",
  transferred: "The chat was transferred from {party}{to}",
  handedBack: "The chat was returned to its queue",
  restored: "The chat was returned to its queue",
  deadLettered: "The chat was marked as failed",
  closed: "The chat was closed",
  abandoned: "The customer left",
  removed: "The chat was removed",
  rejected: "The chat was rejected: its queue was full, or it waited too long",
};

/** "agent:ana" → the agent's name, if `agents` (rows of the board) has it; a customer is named by `names`. */
export function partyName(party, { agents = {}, names = {} } = {}) {
  const [kind, ...rest] = party.split(":");
  const id = rest.join(":");
  if (kind === "contact") return customerName(id, names[id]);
  if (kind === "agent") return agents[id]?.name ?? id;
  if (kind === "routing") return "Routing";
  if (kind === "user") return `${id} (supervisor)`;
  return id || party;
}

export function eventWords({ what, about, to = "" }, known) {
  const values = { party: about && about !== "routing" ? partyName(about, known) : "The service", to: to && ` to ${target(to, known)}` };
  if (what === "rejected" && to === "closed") return "The chat was rejected outside opening hours";
  return (EVENTS[what] ?? what).replace(/\{(\w+)\}/g, (_whole, name) => values[name]);
}

function target(to, known) {
  if (to.startsWith("queue:")) return `the queue ${skillWords(to.slice("queue:".length)).join(" · ")}`;
  return to.startsWith("program:") ? `the robot ${partyName(to, known)}` : partyName(to, known);
}

/** The last line of a conversation, in a list. */
export function preview(line, known, isMine) {
  if (!line) return "";
  if (line.kind === "event") return eventWords(eventOf(line.text), known);
  if (line.kind === "recall") return "A message was recalled";
  if (line.kind === "card" && line.sender === "routing") return "A card was updated";
  const text = { attachment: fileName(line.text), card: "Card" }[line.kind] ?? line.text;
  if (isCustomer(line.sender)) return text;
  return `${isMine(line.sender) ? "You" : partyName(line.sender, known)}: ${text}`;
}

/** The line may be cut in the middle of its JSON. */
function fileName(text) {
  return /"name": ?"((?:[^"\\]|\\.)*)/.exec(text)?.[1].replace(/\\(.)/g, "$1") ?? "File";
}

/** A chat that rings, as it is spoken. */
export function offerWords({ name, seconds }, now, singleKeys) {
  const how = singleKeys ? " Press Y to accept, X to decline." : "";
  return `Chat from ${name}. ${Math.max(0, Math.round(seconds(now)))} seconds to answer.${how}`;
}
