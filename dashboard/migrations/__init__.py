"""Migrations of the permissions and groups."""
