"""Erasing conversations and contacts: messages, notes, cards, files, read marks, lists."""
