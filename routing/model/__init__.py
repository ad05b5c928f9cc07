"""Model: agents, calls, queues and policies as plain values, and the rules between them. Pure."""
