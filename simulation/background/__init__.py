"""Owns simulations that a worker plays in the background. Of the table, they touch the audit trail alone."""
