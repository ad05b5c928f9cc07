"""Matching: the plan of who gets whom (pure), and the two strategies that commit it."""
