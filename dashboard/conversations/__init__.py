"""Conversations: scenes and canned replies, and what supervisors see of them."""
