"""Figures of the board: service level, waits, pace, and agents by the minute. Pure."""
