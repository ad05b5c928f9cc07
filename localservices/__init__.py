"""Embedded engine and Redis for one machine, and the demo: all processes under one supervisor."""
