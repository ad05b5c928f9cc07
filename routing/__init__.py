"""Core: agents, calls, their queues, and the matching of both."""
