"""Staffing: how many agents a number of calls needs, alone and interval by interval."""
