"""Python client of the API: written from its document."""
