"""Audit log: what people did, day by day."""
