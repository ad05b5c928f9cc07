"""Matching: the plan of matches (pure), and the two strategies that commit it."""
