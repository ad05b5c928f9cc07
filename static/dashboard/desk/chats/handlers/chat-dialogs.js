// Dialogs of the workspace: what is asked is drawn in them before they open.

export async function showDialog(space, dialog) {
  space.dialog = dialog;
  space.draw();
  document.getElementById(`${dialog.name}-dialog`)?.showModal();
}

/** What was asked about a chat is asked no longer once the chat is left. */
export function leaveDialog(space) {
  if (!space.dialog?.chat) return;
  closeDialog(space);
  space.dialog = null; // its element may go before it says that it was closed
}

export function closeDialog({ dialog }) {
  if (dialog) document.getElementById(`${dialog.name}-dialog`)?.close();
}
