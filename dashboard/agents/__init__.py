"""Agents: the live table, the page of one, and what can be done about one or many."""
