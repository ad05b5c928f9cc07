"""The hub of one web process: sockets, sessions, and the fan-out of frames to them."""
