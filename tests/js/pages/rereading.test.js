// When a part of a page is read again: never twice at once, never more often than agreed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Rereading } from "../../../static/pages/rereading.js";

/** A clock moved by hand, with the timers that hang on it; each reading leaves after `late` and takes `takes` milliseconds. */
class Stage {
  now = 0;
  timers = new Map();
  reads = [];
  late = 0;
  takes = 0;
  answers = [];
  #next = 1;

  constructor(every = 1000) {
    const timers = {
      setTimeout: (act, delay) => {
        this.timers.set(this.#next, { act, at: this.now + delay });
        return this.#next++;
      },
      clearTimeout: (timer) => this.timers.delete(timer),
    };
    this.rereading = new Rereading(() => this.read(), every, { clock: () => this.now, timers });
  }

  async read() {
    this.now += this.late;
    this.reads.push(this.now);
    await null;
    this.now += this.takes;
    return this.answers.shift() ?? { trouble: false, again: false };
  }

  async pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      this.timers.delete(due[0]);
      this.now = Math.max(this.now, due[1].at);
      due[1].act();
      await new Promise(setImmediate);
    }
    this.now = Math.max(this.now, end);
  }
}

test("the first news is read at once, later ones at most once in the agreed time", async () => {
  const stage = new Stage();
  for (let ask = 0; ask < 29; ask += 1) {
    stage.rereading.ask();
    await stage.pass(100);
  }
  assert.deepEqual(stage.reads, [0, 1000, 2000]);
});

test("a reading that leaves late moves the next one by as much", async () => {
  const stage = new Stage();
  stage.late = 40;
  stage.rereading.ask();
  await stage.pass(500);
  stage.late = 0;
  stage.rereading.ask();
  await stage.pass(2000);
  assert.deepEqual(stage.reads, [40, 1040]);
});

test("any number of wishes make one reading, and without a wish nothing is read", async () => {
  const stage = new Stage();
  stage.rereading.ask();
  stage.rereading.ask();
  await stage.pass(10_000);
  assert.deepEqual(stage.reads, [0]);
});

test("what takes long to read is read the less often", async () => {
  const stage = new Stage();
  stage.takes = 500;
  stage.rereading.ask();
  await stage.pass(1);
  stage.rereading.ask();
  await stage.pass(10_000);
  assert.deepEqual(stage.reads, [0, 2500]);
});

test("a request for something else does not wait", async () => {
  const stage = new Stage();
  stage.rereading.ask();
  await stage.pass(10);
  stage.rereading.ask();
  await stage.pass(10);
  stage.rereading.askNow();
  await stage.pass(10);
  assert.deepEqual(stage.reads, [0, 20]);
});

test("trouble is tried again by itself until it is over", async () => {
  const stage = new Stage();
  stage.answers = [{ trouble: true }, { trouble: true }];
  stage.rereading.ask();
  await stage.pass(10_000);
  assert.deepEqual(stage.reads, [0, 2000, 4000]);
});

test("more that is known soon is read soon, but not believed for ever", async () => {
  const stage = new Stage();
  stage.answers = Array(20).fill({ trouble: false, again: true });
  stage.rereading.ask();
  await stage.pass(20_000);
  assert.deepEqual(stage.reads, [0, 1000, 2000, 3000]);
});
