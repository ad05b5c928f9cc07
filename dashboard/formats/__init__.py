"""How values are written and read on pages: numbers, durations, days, time zones, plots."""
