"""Connections to the database in threads of sinks: closed once they are broken or too old."""

from django.db import close_old_connections, connection


def let_go() -> None:
    """Closes a connection that is broken or too old; within a transaction it is the caller's."""
    if not connection.in_atomic_block:
        close_old_connections()
