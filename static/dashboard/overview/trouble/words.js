// A problem as a sentence: what, where, since when, and who could help. Pure.

import { count, hourAndMinute, plural } from "../../../parts/format.js";

/** {where, what, who}: `where` is the queue's name or empty; `timeZone` is the reader's, except in tests. */
export function sentence(trouble, timeZone) {
  if (trouble.kind === "undispatched") {
    return { where: "", what: "No dispatcher is running: waiting calls are not being offered.", who: "Start one: manage.py dispatch." };
  }
  if (trouble.kind === "failed") {
    const many = `${count(trouble.count)}${trouble.more ? "+" : ""}`;
    return { where: "", what: `${many} failed ${trouble.count === 1 && !trouble.more ? "call needs" : "calls need"} a decision.`, who: "" };
  }
  const since = trouble.since ? ` since ${hourAndMinute(Date.parse(trouble.since), timeZone)}` : "";
  return { where: trouble.skills.join(" · "), what: `${count(trouble.depth)} waiting${since}, ${who(trouble)}`, who: help(trouble) };
}

/** The current state without a problem: nothing about the last minutes, and no reassurance if many wait. */
export function calmSentence({ call, chat }) {
  if (!chat) return calm(call, CALLERS);
  if (call.figures.waiting === 0 && chat.figures.waiting === 0) return "No callers or chats waiting";
  return `${calm(call, CALLERS)}. ${calm(chat, CHATS)}`;
}

const CALLERS = { one: "caller", several: "callers" };
const CHATS = { one: "chat", several: "chats", full: "no agent has a free slot" };

function calm({ figures: { waiting, queuesInUse, agents }, levels }, { one, several, full }) {
  if (waiting === 0) return `No ${several} waiting`;
  const amount = `${plural(waiting, one)} waiting in ${plural(queuesInUse, "queue")}`;
  if (full && agents.groups.find(({ name }) => name === "available").amount === 0) return `${amount}, ${full}`;
  const isMissed = [levels.waiting, levels.longestWait].some((level) => level === "warn" || level === "bad");
  return isMissed ? amount : `${amount}, within the target`;
}

/** The whole as one line of text, for screen readers. */
export function spokenSentence(found, timeZone) {
  if (found.length === 0) return "";
  const { where, what, who: whom } = sentence(found[0], timeZone);
  const others = found.length > 1 ? ` And ${found.length - 1} more.` : "";
  return `${where ? `${where}: ` : ""}${what}${whom ? ` ${whom}` : ""}${others}`;
}

function who({ kind, crew, isChat }) {
  if (kind === "nobody") return isChat ? "no agent signed in for chats." : "no agent signed in.";
  if (kind === "unmatched") return `though ${plural(crew.free, "matching agent")} ${crew.free === 1 ? "is" : "are"} free.`;
  return crew.busy > 0 ? `nobody free, ${count(crew.busy)} busy.` : "nobody free.";
}

/** "10 agents paused after missed calls, 2 by choice." */
function help({ isChat, crew: { free, signedIn, offline, missed, chose } }) {
  if (free > 0) return "";
  if (signedIn === 0) return offline > 0 ? `${plural(offline, "agent")} offline.` : "No agent has these skills.";
  if (missed > 0) return `${plural(missed, "agent")} paused after missed ${isChat ? "chats" : "calls"}${chose > 0 ? `, ${count(chose)} by choice` : ""}.`;
  return chose > 0 ? `${plural(chose, "agent")} paused by choice.` : "";
}
