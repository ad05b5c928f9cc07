"""Queues: the list, and one queue with everybody who waits in it."""
