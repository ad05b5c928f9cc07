"""The load: made-up callers, and agents who answer them, on the real router."""
