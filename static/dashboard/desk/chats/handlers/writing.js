// What the composer does, and what is done with a message: notes, attachments, sending again, recalling.

import { openPlaceholder } from "../../replies/canned.js";
import { knownOf, valuesOf } from "../workspace-model.js";
import { closeDialog, showDialog } from "./chat-dialogs.js";

export function writingHandlers(space) {
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
    if (chat === here()) space.scroll.toEnd();
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

  return {
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
    recall: (line) => (line.isMine ? recall(here(), line.number) : showDialog(space, { name: "recall", chat: here(), line })),
    recallTheirs: (event) => {
      event.preventDefault();
      const { chat, line } = space.dialog;
      closeDialog(space);
      return recall(chat, line.number);
    },
  };
}
