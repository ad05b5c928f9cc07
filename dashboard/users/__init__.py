"""Users: list, invitation, role, desk, reset of a password, disabling."""
