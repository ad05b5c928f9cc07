"""Conversations for supervisors: list with filters, one conversation live."""
