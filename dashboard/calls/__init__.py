"""Calls: list and search, page of one call, commands."""
