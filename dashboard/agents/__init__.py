"""Agents: live table, page of one agent, commands for one or many."""
