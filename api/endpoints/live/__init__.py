"""Board as programs read it: one snapshot, and its changes as server-sent events."""
