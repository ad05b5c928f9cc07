"""The dispatcher's work: matching whenever something changed, and a sweep every second."""
