"""Page API: the reference of the HTTP API."""
