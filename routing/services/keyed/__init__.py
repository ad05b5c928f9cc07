"""Idempotency keys: claimed for commands, or for requests whose reply is kept; removed when expired."""
