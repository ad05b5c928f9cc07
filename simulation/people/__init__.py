"""People of a run: callers and agents, and their actions on a table."""
