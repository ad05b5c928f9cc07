"""Webhooks: a message for each event to the addresses of the settings and of calls, kept and repeated."""
