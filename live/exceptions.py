"""Errors of the live board, each one line."""


class LiveError(Exception):
    """Base of every error here."""


class FrameError(LiveError):
    """A text that is not a board frame: names the field and its allowed values."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f"board frame: {field} must be {expected}")
        self.field = field


class LeaseLostError(LiveError):
    """This feed no longer leads."""

    def __init__(self) -> None:
        super().__init__("the board's lease is lost; another feed may lead")
