"""Setting up: the table, made-up agents, the start of a shift, and the way back to the start."""
