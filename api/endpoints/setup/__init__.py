"""Endpoints of the setup: settings, scenes, outcomes, canned replies."""
