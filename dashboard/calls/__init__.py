"""Calls: the list and search, the page of one, and what can be done about it."""
