"""Management commands: services and demo."""
