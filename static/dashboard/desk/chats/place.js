// Place in the workspace, kept in the page's address: which conversation is open, and on a phone which step. Pure.

/** {chat, step}: `step` is "list", "chat" or "customer". */
export function placeOf(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const chat = asked.get("chat") ?? "";
  const step = asked.get("step") === "customer" ? "customer" : "chat";
  return { chat, step: chat ? step : "list" };
}

export function hashOf({ chat, step }) {
  if (!chat) return "#";
  return `#${new URLSearchParams(step === "customer" ? { chat, step } : { chat })}`;
}
