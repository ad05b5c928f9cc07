"""Opening hours: schedules with their exceptions, holiday calendars, and the hours of each queue."""
