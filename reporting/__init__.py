"""Events for external systems: grouped, in batches, fresh or not at all; history of ended calls."""
