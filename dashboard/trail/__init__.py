"""Audit log: changes made by users, day by day."""
