"""Setup: the table, made-up agents, the start of a shift, reset."""
