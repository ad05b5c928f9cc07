"""Desks: the page on which a user answers an agent's calls, and the seats at desks."""
