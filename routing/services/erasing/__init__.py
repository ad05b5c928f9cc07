"""Erasing what is known of callers: at a customer's request, and when it has been kept long enough."""
