"""Idempotency keys over HTTP: the header, which operations take it, and how each finds what it did."""
