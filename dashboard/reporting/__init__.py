"""Data feeds: how the sinks of events are, and figures for monitoring."""
