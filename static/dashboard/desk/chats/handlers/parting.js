// How a chat ends at this desk: closed, transferred, or left by a colleague who was invited.

import { focusNext } from "../views/focus.js";
import { rowsOf, undoneIn } from "../workspace-model.js";
import { closeDialog, showDialog } from "./chat-dialogs.js";

const MOST_REASON = 60;

export function partingHandlers(space) {
  const { desk, device, drafts, notes } = space;
  const here = () => space.place.chat;

  return {
    closeChat: () => {
      const chat = here();
      const seen = device.threads.get(chat)?.last ?? 0;
      const isDone = undoneIn(drafts, rowOf(chat)).length === 0;
      return isDone ? close(chat, seen) : showDialog(space, { name: "close", chat, seen });
    },
    closeAnyway: (event) => {
      event.preventDefault();
      const { chat, seen } = space.dialog;
      closeDialog(space);
      close(chat, seen);
    },
    askTransfer: () => showDialog(space, { name: "transfer", chat: here(), note: drafts.of(here(), "transfer") }),
    transfer: async (event) => {
      event.preventDefault();
      const { chat } = space.dialog;
      const asked = new FormData(event.currentTarget, event.submitter);
      const note = asked.get("note").trim();
      const [kind, ...rest] = asked.get("to").split(" ");
      const isInvited = asked.get("does") === "invite";
      closeDialog(space);
      drafts.keep(chat, note, "transfer"); // it is there when one asks again, unless it is saved
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
        drafts.keep(chat, "", "transfer");
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
      else if (reply) space.departures.forget(callId);
    },
    leaveChat: async () => {
      const chat = here();
      const reply = await space.invitations.leave(chat, space.party);
      told(reply, "You have left the chat.");
      if (!reply.ok) return;
      space.invitations.forget(chat);
      space.leave(chat);
    },
  };

  function rowOf(chat) {
    return rowsOf(space).find((row) => row.chat === chat);
  }

  async function close(chat, seen) {
    const { name, callId } = rowOf(chat) ?? {};
    await space.outcomes.save(callId);
    space.departures.expect(callId);
    const reply = await desk.close(chat, seen);
    if (!reply) return; // it is being closed already
    if (!reply.ok) {
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
    drafts.forget(chat);
    space.notice = notice;
    space.ask();
  }
}
