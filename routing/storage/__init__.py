"""The table: keys, items, conditions, reads, and the one change set that all writes go through."""
