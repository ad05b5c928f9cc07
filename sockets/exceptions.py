"""Errors of sockets, each one line."""


class WireError(Exception):
    """The connection between the web processes and the source of their messages is interrupted; says why."""

    def __init__(self, reason: str, *, what: str = "board messages") -> None:
        super().__init__(f"{what} cannot be sent: {reason}")
