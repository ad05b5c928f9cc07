"""Commands over HTTP: operations by POST, once for each idempotency key, by whom and from where."""
