// Dialogs of the workspace: what is asked is drawn in them before they open.

export async function showDialog(space, dialog) {
  space.dialog = dialog;
  space.draw();
  document.getElementById(`${dialog.name}-dialog`)?.showModal();
}

export function closeDialog({ dialog }) {
  if (dialog) document.getElementById(`${dialog.name}-dialog`)?.close();
}
