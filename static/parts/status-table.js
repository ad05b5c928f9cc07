// Written by `make format` from dashboard/formats/statuses.py.
export const AGENT_STATUSES = {
  "queued": {"word": "Available", "icon": "check", "tone": "green"},
  "available": {"word": "Not queued", "icon": "dot", "tone": "green"},
  "offered": {"word": "Ringing", "icon": "bell", "tone": "sky"},
  "attendingCall": {"word": "On call", "icon": "phone", "tone": "blue"},
  "wrapUp": {"word": "Wrap-up", "icon": "pen", "tone": "purple"},
  "paused": {"word": "Paused", "icon": "pause", "tone": "orange"},
  "offline": {"word": "Offline", "icon": "off", "tone": "grey"},
};
export const RESTING = {
  "word": "Resting",
  "icon": "clock",
  "tone": "grey",
};
export const GROUPS = {
  "available": ["queued", "available"],
  "ringing": ["offered"],
  "on-call": ["attendingCall"],
  "wrap-up": ["wrapUp"],
  "paused": ["paused"],
  "offline": ["offline"],
};
export const CHOSEN = {
  "ready": "available",
  "paused": "paused",
  "offline": "offline",
};
export const NO_ANSWER = {
  "reason": "no answer",
  "changed_by": "routing",
};
