"""Search of calls."""
