"""Delivery: one worker for each sink and lane, and how each sink is."""
