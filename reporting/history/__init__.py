"""History: ended calls and figures by interval, kept in step with the table."""
