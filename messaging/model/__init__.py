"""Parties, messages, conversations, members, contacts: plain values and rules."""
