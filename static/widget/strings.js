// Every sentence of the widget. A host page translates them with `Callcenter.push(["translate", {…}])`; words in
// braces are filled in, and `One`/`Other` are chosen by the number.

const strings = {
  launcher: "Chat with us",
  launcherUnreadOne: "Chat with us, {count} unread message",
  launcherUnreadOther: "Chat with us, {count} unread messages",
  title: "Chat",
  close: "Hide chat",
  menu: "More",
  transcript: "Download conversation",
  end: "End conversation",
  log: "Messages",
  older: "Show earlier messages",
  message: "Message",
  placeholder: "Write a message",
  send: "Send",
  attach: "Attach a file",
  connecting: "Connecting…",
  offline: "No connection. Your messages will be sent when you are back online.",
  signedOut: "Your session has ended. Reload the page to continue.",
  forbidden: "Chat is not available on this page.",
  unavailable: "Chat is not available right now. Trying again…",
  service: "Customer service",
  you: "You",
  typing: "Customer service is typing…",
  waiting: "Waiting to be sent",
  sent: "Sent",
  seen: "Seen",
  failed: "Not sent: {reason}",
  retry: "Try again",
  discard: "Delete",
  recalled: "This message was recalled.",
  other: "This message can't be shown here.",
  today: "Today",
  yesterday: "Yesterday",
  tooLarge: "{name} is too large: at most {limit} MB.",
  empty: "{name} is empty.",
  save: "Save {name}",
  picture: "Picture: {name}",
  uploading: "Sending {name}",
  next: "You are next in line.",
  aheadOne: "{count} person is ahead of you.",
  aheadOther: "{count} people are ahead of you.",
  inLine: "You are in line.",
  waitSeconds: "Estimated wait: less than a minute.",
  waitOne: "Estimated wait: about {count} minute.",
  waitOther: "Estimated wait: about {count} minutes.",
  "event.accepted": "You are now connected.",
  "event.transferred": "You are being transferred.",
  "event.handedBack": "You are back in line.",
  "event.restored": "You are back in line.",
  "event.closed": "The conversation has ended. To continue, send a message.",
  "event.abandoned": "The conversation has ended. To continue, send a message.",
  "event.removed": "The conversation has ended. To continue, send a message.",
  "event.rejected": "All our agents are busy right now. Please try again later.",
  "event.rejected.closed": "We are closed at the moment. Please come back when we are open.",
  "event.deadLettered": "We could not connect you to an agent. To try again, send a message.",
  closed: "We are closed at the moment. Leave a message, and we will reply here.",
  closedForChats: "We are closed at the moment.",
  opens: "We open {when}.",
  name: "Name",
  reach: "E-mail or phone",
  leave: "Leave message",
  required: "Please fill in this field.",
  "card.offered": "Open",
  "card.pending": "In progress…",
  "card.done": "Done",
  "card.failed": "Something went wrong. Please try again.",
  "card.expired": "No longer available",
  cardRefused: "This was not accepted: {reason}",
  choose: "Please choose",
  optional: "{label} (optional)",
};

const language = document.documentElement.lang || undefined;
const plural = new Intl.PluralRules(language);

export function translate(more) {
  for (const [key, text] of Object.entries(more)) {
    if (key in strings) strings[key] = String(text);
  }
}

export const has = (key) => key in strings;

/** A sentence, with the words in braces filled in. */
export function say(key, values = {}) {
  return strings[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A sentence with a number. */
export function sayCount(key, count) {
  return say(`${key}${plural.select(count) === "one" ? "One" : "Other"}`, { count });
}

const format = (options) => new Intl.DateTimeFormat(language, options);
const clock = format({ timeStyle: "short" });
const date = format({ dateStyle: "full" });
const moment = format({ weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });
const slot = format({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

export const timeOf = (at) => clock.format(new Date(at));
export const momentOf = (at) => moment.format(new Date(at));
export const slotOf = (at) => slot.format(new Date(at));
export const moneyOf = (amount, currency) => new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);

export function dayOf(at, now = new Date()) {
  const then = new Date(at);
  const days = Math.round((now.setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  return days === 0 ? say("today") : days === 1 ? say("yesterday") : date.format(then);
}
