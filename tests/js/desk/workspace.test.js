// The workspace's pure parts: waits, rows, words, place, lines with notes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { listRows, neighbour } from "../../../static/dashboard/desk/chats/chat-rows.js";
import { eventWords, partyName, preview } from "../../../static/dashboard/desk/chats/chat-words.js";
import { Departures } from "../../../static/dashboard/desk/chats/departures.js";
import { Drafts } from "../../../static/dashboard/desk/chats/drafts.js";
import { FormerChats } from "../../../static/dashboard/desk/outcome/former-chats.js";
import { goneWords } from "../../../static/dashboard/desk/chats/gone-words.js";
import { canRecall, logLines, seenByCustomer } from "../../../static/dashboard/desk/chats/log-lines.js";
import { hashOf, placeOf } from "../../../static/dashboard/desk/chats/place.js";
import { waitAfter, waiting } from "../../../static/dashboard/desk/chats/waits.js";
import { mayRead, offerOf, undoneIn, workspaceModel } from "../../../static/dashboard/desk/chats/workspace-model.js";
import { colleagues } from "../../../static/dashboard/desk/chats/views/transfer-dialog.js";
import { NO_ANSWER, refused, settled, Storage } from "../conversation/server.js";
import { Thread } from "../../../static/conversation/thread.js";
import { useNames } from "../../../static/parts/names/skill-names.js";

const at = (minute) => `2026-11-23T10:${String(minute).padStart(2, "0")}:00.000000Z`;
const said = (sender, minute, kind = "text") => ({ sender, kind, at: at(minute) });
const isMine = (party) => party === "agent:ana";
const agents = { ana: { name: "Ana Torres" } };

test("a customer waits since the first message without an answer, an agent since the last answer", () => {
  const first = waitAfter(null, said("contact:leo", 1));
  assert.deepEqual(waitAfter(first, said("contact:leo", 2)), { by: "customer", since: at(1) });
  const answered = waitAfter(first, said("agent:ana", 3));
  assert.deepEqual(waitAfter(answered, said("program:robot", 4)), { by: "agent", since: at(4) });
  assert.equal(waitAfter(answered, said("routing", 5, "event")), answered);
  assert.equal(waitAfter(answered, said("contact:leo", 2)), answered, "heard late");
  assert.equal(waitAfter(first, said("routing", 3, "card")), first, "a report of a card's service answers nobody");
  assert.equal(waitAfter(answered, said("contact:leo", 6, "card")).by, "customer");
});

test("the customer who has waited longest comes first, and agents who wait are not counted", () => {
  const rows = [
    { chat: "a", wait: { by: "customer", since: at(5) } },
    { chat: "b", wait: { by: "customer", since: at(2) } },
    { chat: "c", wait: { by: "agent", since: at(0) } },
    { chat: "d", wait: null },
  ];
  assert.deepEqual(waiting(rows, Date.parse(at(6))), { chats: ["b", "a"], longest: 240_000 });
  assert.deepEqual(waiting([], 0), { chats: [], longest: 0 });
});

test("rows keep their place while messages come, and say what waits and what was not sent", () => {
  const held = ["b", "a"].map((chat, minute) => ({ chat, call_id: `${chat}.1`, customer: "contact:leo", scene: "service", since: at(minute) }));
  const line = { kind: "text", sender: "agent:ana", text: "Yes", at: at(9) };
  const rows = new Map([["a", { unread: 2, line }]]);
  const known = { agents, names: { leo: "Leo Ruiz" }, scenes: { service: "Service" } };
  const unsent = (chat) => (chat === "a" ? [{ error: "no" }, { error: "" }] : []);
  const found = listRows({ held, rows, waits: new Map(), known, isMine, unsent });
  assert.deepEqual(found.map(({ chat }) => chat), ["b", "a"]);
  const { name, scene, unread, line: shown, unsent: many, failed } = found[1];
  assert.deepEqual([name, scene, unread, shown, many, failed], ["Leo Ruiz", "Service", 2, "You: Yes", 2, 1]);
  assert.equal(neighbour(found, "b", 1), "a");
  assert.equal(neighbour(found, "b", -1), undefined);
  assert.equal(neighbour(found, "", 1), "b");
});

test("parties and events have names, and an unknown event is shown as it is", () => {
  assert.equal(partyName("agent:ana", { agents }), "Ana Torres");
  assert.equal(partyName("agent:gone", { agents }), "gone");
  assert.equal(partyName("contact:0123456789abcdef"), "Customer …bcdef");
  assert.equal(eventWords({ what: "accepted", about: "agent:ana" }, { agents }), "Ana Torres accepted the chat");
  const sent = ["agent:leo", "program:clerk", "queue:W.chat#English#Any"].map((to) => eventWords({ what: "transferred", about: "agent:ana", to }, { agents }));
  assert.deepEqual(sent, ["leo", "the robot clerk", "the queue English · Any"].map((to) => `The chat was transferred from Ana Torres to ${to}`));
  assert.equal(eventWords({ what: "transferred", about: "agent:ana" }, { agents }), "The chat was transferred from Ana Torres");
  assert.equal(eventWords({ what: "later", about: "" }, {}), "later");
  assert.equal(preview({ kind: "attachment", sender: "contact:leo", text: '{"file": "f", "name": "a \\"b\\".pn' }, {}, isMine), 'a "b".pn');
  assert.equal(preview({ kind: "event", sender: "routing", text: "closed agent:ana" }, { agents }, isMine), "The chat was closed");
  assert.equal(preview({ kind: "card", sender: "routing", text: "{}" }, { agents }, isMine), "A card was updated");
});

test("the address keeps the open conversation and the step, whatever its id is", () => {
  for (const place of [{ chat: "", step: "list" }, { chat: "a.b:c-1", step: "chat" }, { chat: "a&b=c", step: "customer" }]) {
    assert.deepEqual(placeOf(hashOf(place)), place);
  }
  assert.deepEqual(placeOf("#step=customer"), { chat: "", step: "list" });
});

test("notes stand where they were written", () => {
  const message = (number, minute) => ({ number, client_id: `c${number}`, kind: "text", sender: "contact:leo", body: "…", at: at(minute), recalled: false, state: {} });
  const note = (number, minute) => ({ number, sender: "agent:ana", body: "note", at: at(minute) });
  const lines = logLines({ messages: [message(1, 1), message(2, 5)], waiting: [], notes: [note(1, 3), note(2, 9)], isMine });
  assert.deepEqual(lines.map(({ type, number }) => `${type} ${number ?? ""}`), ["day ", "message 1", "note 1", "message 2", "note 2"]);
});

test("what the customer has seen is what a customer has seen", () => {
  assert.equal(seenByCustomer(new Map([["agent:bea", 9], ["contact:leo", 4]])), 4);
  assert.equal(seenByCustomer(new Map()), 0);
});

test("a chat rings once its row is there", () => {
  const row = { status: "offered", call: "talk.1", since: at(1), until: at(2) };
  const calls = { "talk.1": { chat: "talk", caller: "contact:leo", scene: "service", language: "Spanish", waiting_since: at(0) } };
  assert.equal(offerOf({ row, calls }).key, `talk.1@${at(1)}`);
  assert.equal(offerOf({ row, calls: {} }), null);
  assert.equal(offerOf({ row: { ...row, status: "queued" }, calls }), null);
});

test("drafts are kept by agent, conversation and kind, also when the storage is full", () => {
  const storage = new Storage();
  const drafts = new Drafts("ana", storage);
  drafts.keep("talk", "Hel");
  drafts.keep("talk", "secret", "note");
  assert.deepEqual([drafts.of("talk"), drafts.of("talk", "note"), new Drafts("bea", storage).of("talk")], ["Hel", "secret", ""]);
  drafts.keep("talk", "");
  assert.equal(drafts.of("talk"), "");
  storage.setItem = () => { throw new Error("full"); };
  drafts.keep("talk", "more");
});

test("drafts are forgotten with their chat, and those that earlier pages left when a page opens", () => {
  const storage = new Storage();
  const written = ["ana talk", "ana gone", "ana b talk", "bea gone"].map((of) => `desk-draft ${of} message`);
  [...written, "desk-former ana", "desk-draft ana talk note"].forEach((name) => storage.setItem(name, "x"));
  const left = () => Array.from({ length: storage.length }, (_, at) => storage.key(at));

  const drafts = new Drafts("ana", storage);
  drafts.sweep((chat) => chat === "talk");
  assert.deepEqual(left(), [written[0], written[2], written[3], "desk-former ana", "desk-draft ana talk note"]);
  drafts.sweep(() => false);
  assert.equal(drafts.of("talk"), "x", "once for a page");
  drafts.forget("talk");
  assert.deepEqual(left(), [written[2], written[3], "desk-former ana"]);
});

const gone = (status, ...notes) => goneWords({ status, caller: "contact:leo", notes: notes.map(([kind, by = "", reason = ""]) => ({ kind, by, reason, agent_id: "ana~chat" })) }, { row: "ana~chat", name: "Leo", agents: { eva: { name: "Eva Lang" } } });

test("a chat that was closed here is known after a reload, as long as its outcome can be saved", () => {
  const closed = (chat, minute) => ({ chat, call_id: `${chat}.1`, endedAt: at(minute) });
  const storage = new Storage();
  const former = new FormerChats({ owner: "ana", now: Date.parse(at(20)), storage });
  ["old", "new", "again"].forEach((chat, index) => former.set(chat, closed(chat, 5 + 10 * index)));
  former.delete("again");

  const later = { now: Date.parse(at(16)), storage };
  assert.deepEqual([...new FormerChats({ owner: "ana", ...later }).values()], [closed("new", 15)]);
  assert.equal(new FormerChats({ owner: "bea", ...later }).size, 0);
});

test("a chat that has left a desk says what became of it", () => {
  const offered = ["callOffered"];
  assert.equal(gone("queued", offered, ["callNotAnswered", "routing"]), "You missed a chat: Leo will be offered to other agents first.");
  assert.equal(gone("deadLettered", offered, ["callNotAnswered", "routing"]), "You missed a chat: Leo is now a failed chat.");
  assert.equal(gone("abandoned", offered, ["callAbandoned", "leo"]), "Leo left before the chat was answered.");
  assert.equal(gone("queued", ["callAccepted"], ["callHandedBack", "mara", "off sick"]), "mara returned the chat of Leo to its queue: off sick.");
  const sent = ["to eva: knows it", "to robot clerk", "to W.chat#English#Any", "to bea"].map((reason) => gone("queued", ["callTransferred", "mara", reason]));
  assert.deepEqual(sent, ["Eva Lang: knows it", "the robot clerk", "the queue English · Any", "bea"].map((to) => `mara transferred the chat of Leo to ${to}.`));
  useNames({ queues: { "W.chat#English#Any": "Shop" } });
  assert.equal(gone("queued", ["callTransferred", "mara", "to W.chat#English#Any"]), "mara transferred the chat of Leo to the queue Shop.");
  useNames({});
  assert.equal(gone("completed", ["callAccepted"], ["callCompleted", "leo"]), "Leo closed the chat.");
  assert.equal(gone("completed", ["callAccepted"], ["callCompleted", "routing", "nobody has written"]), "The chat with Leo was closed: nobody had written for some time.");
  assert.equal(gone("queued", offered), "");
});

test("what rang and was neither accepted nor ended here is looked up, once", async () => {
  const asked = [];
  const body = { status: "queued", caller: "contact:leo", notes: [{ kind: "callNotAnswered", by: "routing", reason: "no answer", agent_id: "ana~chat" }] };
  const api = { get: async (path) => asked.push(path) && { ok: true, body } };
  const told = [];
  const departures = new Departures({ agents: () => ({}), api, row: "ana~chat", told: (words) => told.push(words) });
  const offer = { key: "talk.1@1", call: "talk.1", name: "Leo" };
  departures.follow(offer, []);
  departures.follow(null, ["talk.1"]);
  assert.deepEqual(asked, [], "it was accepted");
  departures.follow(offer, []);
  departures.follow(offer, []);
  departures.follow(null, []);
  await new Promise(setImmediate);
  assert.deepEqual([asked, told], [["/calls/talk.1"], [departures.news]]);
  departures.expect("talk.1");
  assert.equal(await departures.look(offer), body);
  assert.equal(told.length, 1, "this page has ended it");
  departures.follow({ ...offer, key: "talk.1@2" }, []);
  assert.equal(departures.news, "", "the next one rings");
});

test("what became of a chat is asked for until the server answers", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const call = { status: "completed", caller: "contact:leo", notes: [] };
  const replies = [NO_ANSWER, refused(503), { ok: true, status: 200, body: call }];
  const departures = new Departures({ agents: () => ({}), api: { get: async () => replies.shift() }, row: "ana~chat", told: () => {} });
  const found = departures.look({ call: "talk.1", name: "Leo" });
  for (const pause of [1_000, 2_000]) {
    await settled();
    context.mock.timers.tick(pause);
  }
  assert.equal(await found, call);
  replies.push(refused(403));
  assert.equal(await departures.look({ call: "talk.1", name: "Leo" }), null);
});

test("a close asks about a customer who waits, and about what is written and not sent", () => {
  const drafts = { of: (_chat, kind = "message") => ({ message: "Half a", note: " " })[kind] };
  assert.deepEqual(undoneIn(drafts, { chat: "talk", wait: { by: "customer", since: at(1) } }), ["reply", "message"]);
  assert.deepEqual(undoneIn({ of: () => "" }, { chat: "talk", wait: { by: "agent", since: at(1) } }), []);
});

test("a message is recalled by its sender for a while, by a supervisor always, and never from an earlier conversation", () => {
  const line = { isMine: true, recalled: false, state: "sent", number: 3, at: at(0) };
  const shown = { chat: "a", now: Date.parse(at(1)), config: { chats: { recallSeconds: 120 } } };
  const supervises = { ...shown, config: { ...shown.config, supervises: true } };
  assert.equal(canRecall(line, shown), true);
  assert.equal(canRecall(line, { ...shown, now: Date.parse(at(2)) }), false);
  assert.equal(canRecall({ ...line, isMine: false }, shown), false);
  assert.equal(canRecall({ ...line, isMine: false }, { ...supervises, now: Date.parse(at(59)) }), true);
  assert.equal(canRecall(line, { ...supervises, chat: "" }), false);
  assert.equal(canRecall({ ...line, recalled: true }, supervises), false);
});

/** A workspace with `chat` open, as far as its model needs it. */
function aSpace({ held = [], desk = { held }, listed = [], thread, left = [], former = [], isListed = true, invited = "" } = {}) {
  const nothing = { of: () => null, among: () => [], isReading: (chat) => chat === invited };
  return {
    watches: false,
    isListed,
    left: new Set(left),
    former: new Map(former.map((chat) => [chat, { chat, customer: "contact:leo", endedAt: at(1) }])),
    place: { chat: "talk", step: "chat" },
    desk: { desk, held, heldAs: (chat) => held.find((one) => one.chat === chat) ?? null, waits: new Map() },
    device: {
      phase: "live",
      threads: new Map(thread ? [["talk", thread]] : []),
      rows: { byChat: new Map(listed.map((chat) => [chat, { chat }])), hasMore: false },
      outbox: { waiting: () => [] },
      seenBy: () => new Map(),
      typists: () => [],
    },
    config: { agent: "ana", agentName: "Ana", chats: { scenes: {} } },
    customers: { names: {}, of: () => ({}) },
    invitations: nothing,
    departures: { news: "" },
    notes: { of: () => [] },
    modes: new Map(),
    noting: new Set(),
    drafts: { of: () => "" },
    scroll: {},
    board: null,
    isMine,
    now: () => Date.parse(at(2)),
    singleKeys: () => true,
  };
}
const HELD = [{ chat: "talk", call_id: "talk.1", customer: "contact:leo", scene: "service", since: at(0) }];

test("messages are asked for once they are known to be open to the agent, and never of a chat that is over", () => {
  assert.equal(mayRead(aSpace({ held: HELD }), "talk"), true);
  assert.equal(mayRead(aSpace({ desk: null, isListed: false }), "talk"), null);
  assert.equal(mayRead(aSpace({ isListed: false }), "talk"), null, "it may be one with an invitation");
  assert.equal(mayRead(aSpace({ listed: ["talk"] }), "talk"), true);
  assert.equal(mayRead(aSpace(), "talk"), false);
  assert.equal(mayRead(aSpace({ former: ["talk"], listed: ["talk"] }), "talk"), false);
  assert.equal(mayRead(aSpace({ left: ["talk"], listed: ["talk"] }), "talk"), false);
  assert.equal(mayRead({ ...aSpace(), watches: true }, "talk"), true);
});

test("while a chat loads, what is written is kept, and nothing is sent yet", () => {
  const shown = (given) => {
    const { canWrite, isLoading } = workspaceModel(aSpace(given)).open;
    return { canWrite, isLoading };
  };
  const loaded = Object.assign(new Thread(), { isLoaded: true });
  assert.deepEqual(shown({ desk: null, isListed: false }), { canWrite: false, isLoading: true });
  assert.deepEqual(shown({ listed: ["talk"], thread: new Thread() }), { canWrite: false, isLoading: true });
  assert.deepEqual(shown({ held: HELD, thread: new Thread() }), { canWrite: true, isLoading: false });
  assert.deepEqual(shown({ listed: ["talk"], thread: loaded, invited: "talk" }), { canWrite: false, isLoading: true });
  assert.deepEqual(shown({ thread: loaded }), { canWrite: false, isLoading: false });
  assert.deepEqual(shown({ former: ["talk"], thread: new Thread().shut() }), { canWrite: false, isLoading: false });
});

test("an offer that was answered here is shown no longer, until the chat rings again", () => {
  const shown = (key) => {
    const space = aSpace();
    return workspaceModel({ ...space, board: {}, offer: { key }, desk: { ...space.desk, answered: "talk.1@1" } }).offer;
  };
  assert.equal(shown("talk.1@1"), null);
  assert.deepEqual(shown("talk.1@2"), { key: "talk.1@2" });
});

test("a chat is not sent to the agent who has it", () => {
  const row = (person, status) => [`${person}~chat`, { person, name: person, status }];
  const rows = Object.fromEntries([row("ana", "queued"), row("eva", "paused"), row("ben", "offline"), row("kim", "queued")]);
  const { agents: without } = workspaceModel(aSpace({ held: HELD, thread: Object.assign(new Thread(), { messages: [{ state: { agent: "agent:kim" } }] }) })).open;
  assert.deepEqual(colleagues({ rows }, without).map(([id]) => id), ["eva"]);
  assert.deepEqual(colleagues({ rows }, []).map(([id]) => id), ["ana", "kim", "eva"]);
});
