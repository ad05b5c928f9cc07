// An upload may take long, and ends when it makes no more progress.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Api } from "../../../static/conversation/api.js";
import { settled } from "./server.js";

let request;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.XMLHttpRequest = class {
    upload = {};
    open = () => {};
    setRequestHeader = () => {};
    getResponseHeader = () => null;
    send = () => (request = this);

    abort() {
      this.onabort();
      this.onloadend();
    }
  };
});

test("a slow upload is stored, a stalled one ends without an answer", async () => {
  const shares = [];
  const sending = new Api().upload("/chats/c1/attachments", {}, (share) => shares.push(share));
  await settled();
  for (const loaded of [1, 2, 3]) {
    mock.timers.tick(25_000);
    request.upload.onprogress({ loaded, total: 4 });
  }
  Object.assign(request, { status: 201, responseText: '{"number": 7}' });
  request.onload();
  request.onloadend();
  assert.deepEqual([(await sending).body.number, shares], [7, [0.25, 0.5, 0.75]]);

  const stalling = new Api().upload("/chats/c1/attachments", {});
  await settled();
  mock.timers.tick(30_000);
  assert.equal((await stalling).status, 0);
});
