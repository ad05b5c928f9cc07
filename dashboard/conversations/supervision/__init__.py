"""Conversations for supervisors: list with filters, one to read along."""
