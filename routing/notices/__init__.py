"""News of a commit: over Redis to other processes, and to subscribers of this one."""
