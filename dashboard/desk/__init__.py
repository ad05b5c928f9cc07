"""Desks: the page from which an agent answers calls, and who sits at which."""
