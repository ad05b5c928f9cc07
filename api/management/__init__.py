"""Management commands: api_token."""
