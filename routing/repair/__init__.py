"""Audit and repair: what is broken in the table, what it should be, and the way there."""
