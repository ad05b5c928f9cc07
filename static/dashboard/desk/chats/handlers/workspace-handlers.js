// What the workspace's buttons and fields do.

import { neighbour } from "../chat-rows.js";
import { rowsOf } from "../workspace-model.js";
import { waiting } from "../waits.js";
import { closeDialog, showDialog } from "./chat-dialogs.js";
import { partingHandlers } from "./parting.js";
import { writingHandlers } from "./writing.js";

export function handlersOf(space) {
  const { desk, device, drafts, customers } = space;
  const here = () => space.place.chat;

  return {
    ...writingHandlers(space),
    ...partingHandlers(space),
    show: (chat) => space.go({ chat, step: "chat" }),
    back: () => space.go(space.place.step === "customer" ? { ...space.place, step: "chat" } : { chat: "", step: "list" }),
    toList: () => space.go({ chat: "", step: "list" }),
    showCustomer: () => space.go({ ...space.place, step: space.place.step === "customer" ? "chat" : "customer" }),
    next: (step) => {
      const chat = neighbour(rowsOf(space), here(), step);
      if (chat) space.go({ chat, step: "chat" });
    },
    showLongest: () => {
      const [chat] = waiting(rowsOf(space), space.now()).chats;
      if (chat) space.go({ chat, step: "chat" });
    },
    accept: async (offer) => {
      const reply = await desk.accept(offer);
      if (reply?.ok) space.go({ chat: offer.chat, step: "chat" });
    },
    decline: (offer) => desk.decline(offer),
    choose: (choice) => (choice === "paused" ? showDialog(space, { name: "chats-pause" }) : desk.choose(choice)),
    pause: (event) => {
      event.preventDefault();
      const reason = new FormData(event.currentTarget, event.submitter).get("reason");
      closeDialog(space);
      desk.choose("paused", reason);
    },
    slots: (event) => desk.setSlots(Number(event.target.value)),
    askCard: () => {
      space.cards.read();
      showDialog(space, { name: "card", chat: here() });
    },
    askReplies: () => {
      space.ownReplies.open(drafts.of(here()));
      showDialog(space, { name: "replies", chat: here() });
    },
    chooseKind: (kind) => {
      space.dialog = { ...space.dialog, kind, error: "" };
      space.ask();
    },
    sendCard: async (kind, values) => {
      const { dialog } = space;
      if (dialog.isSending) return;
      space.dialog = { ...dialog, isSending: true };
      const { chat } = dialog;
      const reply = await space.cards.offer(chat, { kind, values, base: device.numberOf(chat) });
      const isOpen = space.dialog?.isSending && space.dialog.chat === chat; // else it was closed meanwhile
      const error = reply.message.replace(/^values\./, "") || "The server could not be reached. Send it again; the customer gets it only once.";
      if (isOpen && reply.ok) closeDialog(space);
      else if (isOpen) space.dialog = { ...space.dialog, isSending: false, error };
      else if (!reply.ok) desk.problem = `The card was not sent. ${error}`;
      device.refresh(chat);
      if (chat === here()) space.scroll.toEnd();
      space.ask();
    },
    act: async (card, action, values) => {
      const chat = here();
      const reply = await space.cards.act(card, action, values);
      if (!reply.ok) desk.explain(reply);
      device.refresh(chat);
      space.ask();
    },
    dialogClosed: () => {
      space.dialog = null;
      space.ask();
    },
    closeDialog: () => closeDialog(space),
    closeProblem: () => desk.closeProblem(),
    closeNotice: () => {
      space.notice = "";
      space.ask();
    },
    again: () => {
      customers.forget(here());
      space.know(here());
    },
    reopen: () => {
      document.getElementById("chat-title")?.focus(); // the button goes away
      space.open(here());
    },
    older: () => device.older(here()),
    toEnd: () => space.scroll.toEnd(),
    showEarlier: (other) => {
      space.earlier = other;
      if (other && !customers.earlierOf(here(), other)) customers.readEarlier(here(), other);
      space.ask();
    },
    moreEarlier: () => customers.readEarlier(here(), space.earlier),
  };
}
