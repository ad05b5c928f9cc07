"""Table in memory with the behaviour of the real one."""
