"""Storage: keys, items, conditions, reads, and the change set of all writes."""
