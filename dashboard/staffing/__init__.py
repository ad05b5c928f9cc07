"""Staffing: agents needed for a number of calls, alone and by interval."""
