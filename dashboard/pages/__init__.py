"""Shared parts of pages: live parts, long lists, build id, refusals, unreadable items."""
