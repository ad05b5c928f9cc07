"""Hub of one web process: sockets, sessions, fan-out of frames."""
