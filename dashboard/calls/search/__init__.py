"""Page of calls: query, search, rows."""
