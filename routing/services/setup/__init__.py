"""Setup: the table, settings, made-up agents, the start of a shift, reset."""
