"""Formats of values on pages: numbers, durations, days, time zones, plots."""
