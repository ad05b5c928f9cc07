"""History: what became of the calls of past days."""
