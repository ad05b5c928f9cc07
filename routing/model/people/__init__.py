"""People: whom a user may act for, pauses of a day. Pure."""
