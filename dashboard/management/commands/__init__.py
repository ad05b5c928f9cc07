"""Management commands: seat."""
