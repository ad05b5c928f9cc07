"""Queues: the list, and one queue with its entries."""
