"""Figures of the board: service level, waits, service rate, agents by the minute. Pure."""
