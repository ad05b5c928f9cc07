"""Opening hours: schedules, holiday calendars, and the rules of closed queues. Pure."""
