// Start of the workspace at a desk, loaded once its agent has a chat row.

import { FormerChats } from "../outcome/former-chats.js";
import { Workspace } from "./workspace.js";

/** `desk`: the page of the desk, whose clock, sounds and title the chats share. */
export function startChats(desk) {
  const places = { list: document.getElementById("chat-list"), chat: document.getElementById("chat-open") };
  document.querySelector(".desk-page").classList.add("has-chats");
  const now = () => desk.following.news.clock.now();
  const workspace = new Workspace({
    places,
    former: new FormerChats({ owner: desk.config.agent, now: now() }),
    config: desk.config,
    api: desk.api,
    outcomes: desk.outcomes,
    picker: desk.picker,
    now,
    ring: (offer) => desk.chime.ring(offer),
    knock: (message) => desk.chime.knock(message),
    retitle: () => desk.retitle(),
    singleKeys: () => desk.singleKeys,
    notices: desk.notices,
  });
  workspace.start();
  return workspace;
}
