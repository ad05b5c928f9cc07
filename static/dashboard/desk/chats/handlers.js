// What the workspace's buttons and fields do.

import { neighbour } from "./chat-rows.js";
import { openPlaceholder } from "../replies/canned.js";
import { focusNext } from "./views/focus.js";
import { knownOf, rowsOf, undoneIn, valuesOf } from "./workspace-model.js";
import { waiting } from "./waits.js";

const MOST_REASON = 60;

export function handlersOf(space) {
  const { desk, device, drafts, notes, customers } = space;
  const here = () => space.place.chat;

  function draft(chat, text) {
    drafts.keep(chat, text, space.modes.get(chat) ?? "message");
    space.ask();
  }

  async function writeNote(chat, text) {
    if (space.noting.has(chat)) return;
    space.noting.add(chat);
    space.ask();
    const reply = await notes.write(chat, text);
    space.noting.delete(chat);
    if (reply.ok && drafts.of(chat, "note").trim() === text) drafts.keep(chat, "", "note");
    if (!reply.ok) desk.problem = reply.message || "The note could not be saved: the server could not be reached. Try again.";
    space.scroll.toEnd();
    space.ask();
  }

  function send() {
    const chat = here();
    const mode = space.modes.get(chat) ?? "message";
    const text = drafts.of(chat, mode).trim();
    const { canWrite, isLoading } = space.model().open;
    space.sendsSoon = isLoading;
    if (!text || !canWrite) return;
    if (mode === "note") {
      writeNote(chat, text);
      return;
    }
    const gap = openPlaceholder(text);
    if (gap) {
      desk.problem = `Fill in ${gap.text} before you send the message.`;
      space.ask();
      return;
    }
    space.draw(); // a field is cleared only of what was drawn in it
    drafts.keep(chat, "");
    desk.problem = "";
    device.send(chat, text);
    space.scroll.toEnd();
    space.ask();
  }

  function attach(files) {
    for (const file of files) device.sendFile(here(), file);
    space.scroll.toEnd();
    space.ask();
  }

  async function recall(chat, number) {
    const reply = await device.recall(chat, number);
    if (!reply.ok) desk.problem = reply.message || "The message could not be recalled: the server could not be reached.";
    space.ask();
  }

  async function showDialog(dialog) {
    space.dialog = dialog;
    space.draw();
    document.getElementById(`${dialog.name}-dialog`)?.showModal();
  }

  function closeDialog() {
    if (space.dialog) document.getElementById(`${space.dialog.name}-dialog`)?.close();
  }

  return {
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
    accept: async () => {
      const { chat } = space.offer;
      const reply = await desk.accept(chat);
      if (reply?.ok) space.go({ chat, step: "chat" });
    },
    decline: () => desk.decline(space.offer.chat),
    choose: (choice) => (choice === "paused" ? showDialog({ name: "chats-pause" }) : desk.choose(choice)),
    pause: (event) => {
      event.preventDefault();
      const reason = new FormData(event.currentTarget, event.submitter).get("reason");
      closeDialog();
      desk.choose("paused", reason);
    },
    slots: (event) => desk.setSlots(Number(event.target.value)),
    input: (event) => {
      draft(here(), event.target.value);
      const contact = space.contactOf(here());
      space.picker.look(event.target, contact ? valuesOf(contact, customers.of(here()), knownOf(space)) : {});
      if (event.target.value && space.modes.get(here()) !== "note") device.typing(here());
    },
    keydown: (event) => {
      if (space.picker.key(event)) return;
      if (event.key === "Escape") event.target.blur();
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      send();
    },
    sendNow: send,
    send: (event) => {
      event.preventDefault();
      send();
      document.getElementById("composer")?.focus();
    },
    setMode: (mode) => {
      space.modes.set(here(), mode);
      space.draw();
      document.getElementById("composer")?.focus();
    },
    attach: (event) => {
      attach([...event.target.files]);
      event.target.value = "";
    },
    paste: (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      attach(files);
    },
    drag: (event) => event.preventDefault(),
    drop: (event) => {
      event.preventDefault();
      attach([...(event.dataTransfer?.files ?? [])]);
    },
    retry: (clientId) => device.outbox.retry(clientId),
    discard: (clientId) => device.outbox.discard(clientId),
    recall: (line) => (line.isMine ? recall(here(), line.number) : showDialog({ name: "recall", chat: here(), line })),
    recallTheirs: (event) => {
      event.preventDefault();
      const { chat, line } = space.dialog;
      closeDialog();
      return recall(chat, line.number);
    },
    closeChat: () => {
      const chat = here();
      const seen = device.threads.get(chat)?.last ?? 0;
      const isDone = undoneIn(drafts, rowOf(chat)).length === 0;
      return isDone ? close(chat, seen) : showDialog({ name: "close", chat, seen });
    },
    closeAnyway: (event) => {
      event.preventDefault();
      const { chat, seen } = space.dialog;
      closeDialog();
      close(chat, seen);
    },
    askTransfer: () => showDialog({ name: "transfer", chat: here() }),
    transfer: async (event) => {
      event.preventDefault();
      const { chat } = space.dialog;
      const asked = new FormData(event.currentTarget, event.submitter);
      const note = asked.get("note").trim();
      const [kind, ...rest] = asked.get("to").split(" ");
      const isInvited = asked.get("does") === "invite";
      closeDialog();
      if (isInvited && kind !== "to_agent") {
        desk.problem = "Choose a colleague to invite. To send the chat to a queue or a robot, transfer it.";
        space.ask();
        return;
      }
      if (note) {
        const reply = await notes.write(chat, note);
        if (!reply.ok) {
          desk.problem = `Nothing was done, because the note was not saved. ${reply.message}`;
          space.ask();
          return;
        }
      }
      if (isInvited) {
        told(await space.invitations.invite(chat, rest.join(" ")), "Colleague invited.");
        device.refresh(chat);
        return;
      }
      const { name, callId } = rowOf(chat) ?? {};
      space.departures.expect(callId);
      const to = { [kind]: rest.join(" "), reason: note.split("\n")[0].slice(0, MOST_REASON) };
      const reply = await desk.transfer(chat, to);
      if (reply?.ok) {
        forget(chat, `The chat with ${name} was transferred.`);
        space.leave(chat);
      }
      else space.departures.forget(callId);
    },
    askCard: () => {
      space.cards.read();
      showDialog({ name: "card", chat: here() });
    },
    askReplies: () => {
      space.ownReplies.open(drafts.of(here()));
      showDialog({ name: "replies" });
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
      if (reply.ok) closeDialog();
      else if (space.dialog) space.dialog = { ...space.dialog, isSending: false, error: reply.message.replace(/^values\./, "") || "The server could not be reached. Send it again; the customer gets it only once." };
      device.refresh(chat);
      space.scroll.toEnd();
      space.ask();
    },
    act: async (card, action, values) => {
      const chat = here();
      const reply = await space.cards.act(card, action, values);
      if (!reply.ok) desk.explain(reply);
      device.refresh(chat);
      space.ask();
    },
    leaveChat: async () => {
      const chat = here();
      const reply = await space.invitations.leave(chat, space.party);
      told(reply, "You have left the chat.");
      if (!reply.ok) return;
      space.invitations.forget(chat);
      space.leave(chat);
    },
    dialogClosed: () => {
      space.dialog = null;
      space.ask();
    },
    closeDialog,
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

  function rowOf(chat) {
    return rowsOf(space).find((row) => row.chat === chat);
  }

  async function close(chat, seen) {
    const { name, callId } = rowOf(chat) ?? {};
    await space.outcomes.save(callId);
    space.departures.expect(callId);
    const reply = await desk.close(chat, seen);
    if (!reply?.ok) {
      space.departures.forget(callId);
      return;
    }
    forget(chat, `The chat with ${name} was closed.`);
    space.draw();
    focusNext(rowsOf(space), chat);
  }

  function told(reply, done) {
    if (reply.ok) space.notice = done;
    else desk.explain(reply);
    space.ask();
  }

  function forget(chat, notice) {
    drafts.keep(chat, "");
    drafts.keep(chat, "", "note");
    space.notice = notice;
    space.ask();
  }
}
