"""Delivery: one worker for each sink and lane, and the health of each sink."""
