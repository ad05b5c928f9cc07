"""Audit and repair of the table: findings, the correct state, repairs."""
