// Notices on a page: shown in their place, received by the page's device or by one of their own.

import { render } from "lit-html";

import { Conversations } from "../../conversation/device.js";
import { DeviceSocket } from "../../conversation/socket.js";
import { socketAddress } from "../../stream/connection.js";
import { noticeView } from "./notice-view.js";
import { Notices } from "./notices.js";

/** The notices of a page; its device tells them its frames. `changed()`: the page shows them elsewhere too. */
export function showNotices({ place, api, changed = () => {} }) {
  const notices = new Notices({ api, changed: draw });
  function draw() {
    render(noticeView(notices, () => notices.acknowledge()), place);
    changed();
  }
  return notices;
}

/** For a page without conversations: a device that hears of notices, until it is stopped. */
export function followNotices(notices, { api, socket, storage = localStorage }) {
  const told = (frame) => notices.told(frame);
  const device = new Conversations({ api, socket: new DeviceSocket({ url: socketAddress(socket), as: api.as }), storage, told });
  device.start();
  return device;
}
