"""Setup: the table, settings, staff, made-up agents, the start of a shift, reset."""
