"""Conversations: messages, members, cursors, contacts; stored first, then announced."""
