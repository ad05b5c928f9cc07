// Chats on the overview: beside the calls, never among their figures, and never hidden by them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { needAttention, withStuckChats } from "../../../static/dashboard/overview/attention.js";
import { Channels, shownOf } from "../../../static/dashboard/overview/by-channel/both-channels.js";
import { chatsHeld, figures, spokenChats } from "../../../static/dashboard/overview/figures.js";
import { Judge, OF_CHATS } from "../../../static/dashboard/overview/judge.js";
import { sceneRows } from "../../../static/dashboard/overview/by-channel/scene-rows.js";
import { allReached, responseLevels } from "../../../static/dashboard/overview/levels.js";
import { troubles } from "../../../static/dashboard/overview/trouble/troubles.js";
import { calmSentence, sentence } from "../../../static/dashboard/overview/trouble/words.js";
import { apply, chatsOf, emptyBoard, everyRow } from "../../../static/stream/reducer.js";
import { rowStatus } from "../../../static/parts/statuses.js";
import { aState, anAgent } from "../boards.js";

const NOW = Date.parse("2026-11-21T12:10:00Z");
const KEY = "W.chat#Spanish#Any";
const TARGETS = { waiting_target: 10, target_seconds: 20, service_level_target: 0.8, asa_target_seconds: 30, abandonment_target: 0.05, red_beyond: 2 };

/** A board whose chats have waited this many seconds; `row` are changes of the only chat row. */
function centre({ depth = 2, seconds = 5, row = {} } = {}) {
  const oldest = depth > 0 ? new Date(NOW - seconds * 1000).toISOString() : null;
  const chatRow = anAgent({ channel: "chat", person: "a1", slots: 3, held: [], ...row });
  return aState({
    agents: { a1: anAgent() },
    totals: { today: TARGETS },
    "agents.chat": { "a1~chat": chatRow },
    "agent_queues.chat": { "Q.chat#Spanish#F": { depth: 1, version: 3, oldest: null } },
    "call_queues.chat": { [KEY]: { depth, version: 7, oldest, estimate: null } },
    "figures.chat": { [KEY]: TARGETS },
    "totals.chat": { today: { ...TARGETS, agent_targets: {} }, recent: { service_level: 0.9, minutes: 30 } },
  });
}

function looked(whole, judge = new Judge(() => {}, OF_CHATS)) {
  const state = chatsOf(whole);
  return { state, ...judge.look(state, state.agents, NOW) };
}

function found(whole) {
  const calls = new Judge(() => {}).look(whole, whole.agents, NOW);
  return troubles(whole, calls.queueRows, calls.levels, looked(whole));
}

test("without chats the board has no part for them", () => {
  const { board } = apply(emptyBoard(), { type: "snapshot", epoch: "e", seq: 0, at: "t", state: aState() });
  assert.equal(chatsOf(board.state), null);
  assert.deepEqual(Object.keys(board.state), Object.keys(aState()));
});

test("the first chat row that comes makes a part for chats, and calls stay as they are", () => {
  const { board } = apply(emptyBoard(), { type: "snapshot", epoch: "e", seq: 0, at: "t", state: aState() });
  const set = { "agents.chat": { "a1~chat": anAgent({ channel: "chat" }) } };
  const after = apply(board, { type: "delta", epoch: "e", seq: 1, prev: 0, at: "t", set, del: {} }).board.state;
  assert.deepEqual(Object.keys(chatsOf(after).agents), ["a1~chat"]);
  const scenes = { "scenes.chat": { shop: { rating: 5 } } };
  const counted = apply({ ...emptyBoard(), epoch: "e", state: after }, { type: "delta", epoch: "e", seq: 1, prev: 0, at: "t", set: scenes });
  assert.deepEqual(chatsOf(counted.board.state).scenes, { shop: { rating: 5 } });
  assert.deepEqual(after.agents, {});
});

test("an agent who also chats is one agent of calls, and one of chats", () => {
  const whole = centre();
  assert.equal(figures(whole, NOW).agents.total, 1);
  assert.equal(figures(whole, NOW).waiting, 0);
  const { figures: ofChats, queueRows } = looked(whole);
  assert.equal(ofChats.agents.total, 1);
  assert.equal(ofChats.waiting, 2);
  assert.equal(ofChats.recent.serviceLevel, 0.9);
  assert.equal(queueRows[KEY].free, 1);
  assert.deepEqual(queueRows[KEY].skills, ["Chat", "Spanish", "Any"]);
});

test("an agent of calls is free for no chat", () => {
  const [trouble] = found(centre({ row: { status: "offline" } }));
  assert.equal(trouble.kind, "nobody");
  assert.deepEqual(trouble.ids, []);
  const { where, what, who } = sentence(trouble, "UTC");
  assert.equal(`${where}: ${what} ${who}`, "Chat · Spanish · Any: 2 waiting since 12:09, no agent signed in for chats. 1 agent offline.");
});

test("chats that wait beyond the target while nobody has a free slot are trouble", () => {
  const [trouble] = found(centre({ seconds: 60, row: { status: "attendingCall", held: ["h1", "h2", "h3"] } }));
  assert.equal(trouble.kind, "busy");
  assert.equal(trouble.level, "bad");
});

test("chats of paused agents name those with a free slot for the button", () => {
  const lunch = { status: "paused", choice: "paused", reason: "Lunch", changed_by: "mara" };
  const [trouble] = found(centre({ row: lunch }));
  assert.equal(trouble.kind, "paused");
  assert.deepEqual(trouble.ids, ["a1~chat"]);
  assert.deepEqual(found(centre({ row: { ...lunch, held: ["h1", "h2", "h3"] } }))[0].ids, []);
});

test("chats in progress are those that the agents hold", () => {
  assert.equal(chatsHeld({ a: { held: ["h1", "h2"] }, b: { held: [] }, c: { held: ["h3"] } }), 3);
});

test("the rows of all agents have those of calls and of chats", () => {
  assert.deepEqual(Object.keys(everyRow(centre())), ["a1", "a1~chat"]);
  assert.deepEqual(Object.keys(everyRow({ agents: { a1: anAgent() } })), ["a1"]);
});

test("no callers waiting is no comfort while chats wait", () => {
  const call = { figures: { waiting: 0, queuesInUse: 0 }, levels: {} };
  const waits = (amount, level, free = 1) => ({ figures: { waiting: amount, queuesInUse: 1, agents: { groups: [{ name: "available", amount: free }] } }, levels: { waiting: level } });
  assert.equal(calmSentence({ call, chat: null }), "No callers waiting");
  assert.equal(calmSentence({ call, chat: waits(12, "warn") }), "No callers waiting. 12 chats waiting in 1 queue");
  assert.equal(calmSentence({ call, chat: waits(2, "good", 0) }), "No callers waiting. 2 chats waiting in 1 queue, no agent has a free slot");
  assert.equal(calmSentence({ call, chat: waits(0, "good") }), "No callers or chats waiting");
});

test("a figure of chats that becomes red is told in words of its own", () => {
  const chimes = [];
  const judge = new Judge(() => chimes.push(judge.alarm), OF_CHATS);
  looked(centre(), judge);
  looked(centre({ seconds: 300 }), judge);
  assert.deepEqual(chimes, ["A chat has waited far too long."]);
});

test("the spoken sentence has the chats", () => {
  assert.equal(spokenChats(looked(centre()).figures), "2 chats waiting, longest wait 5 seconds. 1 agent free for chats.");
});

test("a chat row that is stuck is among the agents who need attention, another is not", () => {
  const rings = { status: "offered", since: "2026-11-21T12:08:00Z", until: "2026-11-21T12:09:00Z" };
  const whole = centre({ row: rings });
  const attending = withStuckChats(whole.agents, looked(whole), NOW);
  assert.deepEqual(needAttention(attending, NOW), ["a1~chat"]);
  assert.equal(attending["a1~chat"].name, "Ana Torres · Chat");

  const calm = centre({ row: { status: "paused" } });
  assert.equal(withStuckChats(calm.agents, looked(calm), NOW), calm.agents);
  assert.equal(withStuckChats(calm.agents, null, NOW), calm.agents);
});

function shown(whole, channel, config = {}) {
  return shownOf(new Channels(() => {}).look(whole, NOW, { replies: [], config }), channel, NOW);
}

test("the channel asked for is in the headline and the lists, the other in the line", () => {
  const whole = { ...centre(), call_queues: { "W#Spanish#Any": { depth: 1, version: 1, oldest: null, estimate: null } } };
  const chats = shown(whole, "chat");
  assert.deepEqual([chats.first, chats.second, chats.figures.waiting, chats.waiting], ["chat", "call", 2, 2]);
  assert.deepEqual(Object.keys(chats.queueRows), [KEY]);
  assert.deepEqual(Object.keys(chats.attending), ["a1~chat"]);
  const calls = shown(whole, "call");
  assert.deepEqual([calls.first, calls.second, calls.waiting], ["call", "chat", 1]);
  assert.deepEqual(Object.keys(calls.queueRows), ["W#Spanish#Any"]);
  const both = shown(whole, "");
  assert.deepEqual([both.first, both.waiting, Object.keys(both.queueRows).length], ["call", 3, 2]);
});

test("where nobody chats everything is of calls, whatever the address says", () => {
  const { channel, first, hasChats } = shown(aState(), "chat");
  assert.deepEqual([channel, first, hasChats], ["", "call", false]);
});

test("where calls keep chats away, an agent with a call has no free slot for them", () => {
  const whole = { ...centre(), agents: { a1: anAgent({ status: "wrapUp" }) } };
  const free = (config) => shown(whole, "chat", config).queueRows[KEY].free;
  assert.equal(free({ chatsDuringCalls: true }), 1);
  assert.equal(free({ chatsDuringCalls: false }), 0);
  assert.equal(shown(centre(), "chat", { chatsDuringCalls: false }).queueRows[KEY].free, 1);
});

test("a row of chats is full, on a call that keeps chats away, or what it is for calls", () => {
  const word = (row) => rowStatus({ channel: "chat", slots: 2, held: [], ...row }).word;
  assert.equal(word({ status: "attendingCall", held: ["h1", "h2"] }), "Full");
  assert.equal(word({ status: "attendingCall", held: ["h1"] }), "On call");
  assert.equal(word({ status: "paused" }), "Paused");
  assert.equal(rowStatus(anAgent({ status: "attendingCall" })).word, "On call");
});

test("first responses and ratings are held against their targets, as a service level is", () => {
  const row = { firstResponseLevelTarget: 0.8, ratingTarget: 4.5, redBeyond: 2 };
  const of = (firstResponseLevel, rating) => Object.values(responseLevels({}, { ...row, firstResponseLevel, rating }));
  assert.deepEqual(of(0.8, 4.5), ["good", "good"]);
  assert.deepEqual(of(0.7, 4.2), ["warn", "warn"]);
  assert.deepEqual(of(0.5, 3.9), ["bad", "bad"]);
  assert.deepEqual(of(NaN, NaN), ["none", "none"]);
  assert.deepEqual(responseLevels({}, { ...row, rating: 2, ratingTarget: NaN }).rating, "none");
  assert.equal(allReached({ serviceLevel: "good", firstResponse: "warn" }), false);
});

test("scenes stand with their figures of the last minutes, the worst first", () => {
  const scene = (level) => ({ first_response_target: 0.8, red_beyond: 2, recent: { answered: 3, first_response_level: level, first_response_seconds: 12, rating: 4.5 } });
  const rows = sceneRows({ scenes: { a: scene(0.9), b: scene(0.1), c: scene(0.7) } });
  assert.deepEqual(rows.map(({ name, levels }) => [name, levels.firstResponse]), [["b", "bad"], ["c", "warn"], ["a", "good"]]);
  assert.deepEqual([rows[0].firstResponse, rows[0].answered, rows[0].rating], [12_000, 3, 4.5]);
  assert.deepEqual(sceneRows({}), []);
});
