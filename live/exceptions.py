"""Errors of the live board, each one line."""


class LiveError(Exception):
    """Base of every error here."""


class FrameError(LiveError):
    """A text that is no board frame: names the field and what it should hold."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"board frame: {field} must be {expected}")
        self.field = field
        self.expected = expected


class WireError(LiveError):
    """The way between the feed and the web processes is interrupted; says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"board messages cannot be sent: {reason}")
        self.reason = reason


class LeaseLostError(LiveError):
    """This feed leads no more."""

    def __init__(self) -> None:
        super().__init__("the board's lease is lost; another feed may lead")
