// What frames do to a board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, emptyBoard, withReplies } from "../../../static/stream/reducer.js";
import { aState, anAgent, chanceFrom, Server } from "../boards.js";

function boardWith(state, { epoch = "e", seq = 7 } = {}) {
  return apply(emptyBoard(), { type: "snapshot", epoch, seq, at: "12:00", state }).board;
}

function aDelta(changes = {}) {
  return { type: "delta", epoch: "e", seq: 8, prev: 7, at: "12:01", set: {}, del: {}, ...changes };
}

test("a snapshot replaces everything that was known", () => {
  const before = boardWith(aState({ agents: { a: anAgent() } }));
  const { board, resync } = apply(before, {
    type: "snapshot", epoch: "other", seq: 1, at: "12:05", state: aState({ agents: { b: anAgent() } }),
  });

  assert.equal(resync, false);
  assert.deepEqual(Object.keys(board.state.agents), ["b"]);
  assert.equal(board.epoch, "other");
});

test("a snapshot without some section has it empty", () => {
  const board = boardWith({ agents: {} });

  assert.deepEqual(board.state.calls, {});
});

test("a delta sets whole rows and removes others", () => {
  const before = boardWith(aState({ agents: { a: anAgent(), b: anAgent() } }));
  const { board, resync } = apply(
    before,
    aDelta({ set: { agents: { a: anAgent({ version: 2 }) } }, del: { agents: ["b"] } }),
  );

  assert.equal(resync, false);
  assert.equal(board.state.agents.a.version, 2);
  assert.equal("b" in board.state.agents, false);
  assert.equal(board.seq, 8);
});

test("a delta leaves the state it came upon untouched, and shares what it did not change", () => {
  const before = boardWith(aState({ agents: { a: anAgent() }, calls: {} }));
  const { board } = apply(before, aDelta({ set: { agents: { a: anAgent({ version: 2 }) } } }));

  assert.equal(before.state.agents.a.version, 1);
  assert.equal(board.state.calls, before.state.calls);
});

test("a delta after a gap changes nothing and asks for a snapshot", () => {
  const before = boardWith(aState());

  assert.deepEqual(apply(before, aDelta({ seq: 10, prev: 9 })), { board: before, resync: true });
});

test("a delta of another epoch asks for a snapshot", () => {
  const before = boardWith(aState());

  assert.deepEqual(apply(before, aDelta({ epoch: "after the restart" })), { board: before, resync: true });
});

test("a delta seen already is left out without a word", () => {
  const before = boardWith(aState());

  assert.deepEqual(apply(before, aDelta({ seq: 7, prev: 6 })), { board: before, resync: false });
});

test("a delta before any snapshot asks for one", () => {
  assert.equal(apply(emptyBoard(), aDelta()).resync, true);
});

test("a heartbeat renews the moment of the data and keeps the rows", () => {
  const before = boardWith(aState());
  const { board, resync } = apply(before, { type: "heartbeat", epoch: "e", seq: 7, at: "12:09" });

  assert.equal(resync, false);
  assert.equal(board.at, "12:09");
  assert.equal(board.state, before.state);
});

test("a heartbeat ahead of the board tells of a lost delta", () => {
  const before = boardWith(aState());

  assert.equal(apply(before, { type: "heartbeat", epoch: "e", seq: 8, at: "12:09" }).resync, true);
});

test("a heartbeat of another epoch asks for a snapshot", () => {
  assert.equal(apply(boardWith(aState()), { type: "heartbeat", epoch: "f", seq: 7, at: "t" }).resync, true);
});

test("a frame that nobody can read asks for a snapshot", () => {
  for (const frame of [null, {}, { type: "news" }]) assert.equal(apply(emptyBoard(), frame).resync, true);
});

test("any losses, repeats, delays and restarts end with the board equal to the server", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const chance = chanceFrom(seed);
    const server = new Server(chance);
    let board = apply(emptyBoard(), server.snapshot()).board;
    const hear = (frame) => {
      const result = apply(board, structuredClone(frame));
      board = result.resync ? apply(result.board, server.snapshot()).board : result.board;
    };
    const late = [];
    for (let step = 0; step < 60; step += 1) {
      if (chance() < 0.03) server.startAgain();
      const frame = server.change();
      const luck = chance();
      if (luck < 0.15) continue; // lost
      if (luck < 0.3) late.push(frame);
      else hear(frame);
      if (luck > 0.85) hear(frame); // twice
      if (late.length && chance() < 0.3) hear(late.shift());
    }
    hear(server.heartbeat());

    assert.deepEqual(board.state, server.state, `seed ${seed}`);
    assert.equal(board.seq, server.seq);
  }
});

test("a reply to a command stands in for the stream's row until the stream has caught up", () => {
  const agents = { a: anAgent({ version: 4 }), b: anAgent({ version: 9 }) };
  const replies = new Map([
    ["a", anAgent({ version: 5, status: "paused" })],
    ["b", anAgent({ version: 9, status: "paused" })],
    ["gone", anAgent({ version: 2 })],
  ]);
  const shown = withReplies(agents, replies);

  assert.equal(shown.a.status, "paused");
  assert.equal(shown.b.status, "queued");
  assert.equal("gone" in shown, false);
  assert.equal(withReplies(agents, new Map()), agents);
});
