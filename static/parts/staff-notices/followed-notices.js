// Notices on a page without conversations, received by a device of their own.

import { Conversations } from "../../conversation/device.js";
import { DeviceSocket } from "../../conversation/socket.js";
import { socketAddress } from "../../stream/connection.js";

export { showNotices } from "./shown-notices.js";

/** A device that hears of notices, until it is stopped. */
export function followNotices(notices, { api, socket, storage = localStorage }) {
  const told = (frame) => notices.told(frame);
  const device = new Conversations({ api, socket: new DeviceSocket({ url: socketAddress(socket), as: api.as }), storage, told });
  device.start();
  return device;
}
