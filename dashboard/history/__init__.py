"""History: finished calls of past days."""
