"""Conventions of every endpoint: problems, JSON bodies, pages, limits, the OpenAPI document."""
