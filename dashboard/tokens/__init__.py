"""API tokens: list, creation, revocation."""
