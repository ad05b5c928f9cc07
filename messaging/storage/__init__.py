"""The table of messages: keys, items, appends, reads."""
