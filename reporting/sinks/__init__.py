"""Sinks: one module for each kind."""
