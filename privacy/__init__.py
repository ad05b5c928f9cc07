"""Caller data: what is kept of a customer, its deletion on request, and how long each kind is kept."""
