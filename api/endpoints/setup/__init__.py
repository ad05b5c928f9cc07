"""Endpoints about what an administrator sets up: scenes, outcomes, canned replies."""
