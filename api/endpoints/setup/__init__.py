"""Endpoints of the setup: scenes, outcomes, canned replies."""
