"""Idempotency keys over HTTP: the header, keyed operations, and the effect of each."""
