// The browser's reducer as a program: one frame a line in, what it made of the board a line out. An empty line
// begins a new board.

import { createInterface } from "node:readline";

import { apply, emptyBoard } from "../../static/stream/reducer.js";

let board = emptyBoard();
for await (const line of createInterface({ input: process.stdin })) {
  const result = line === "" ? { board: emptyBoard(), resync: false } : apply(board, JSON.parse(line));
  board = result.board;
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
