"""Data feeds: health of the sinks of events, and metrics."""
