"""Errors of predictions, each one line that says what is allowed. Pure."""


class TheoryError(Exception):
    """Base of every error here; its text is fit to be shown to a user."""


class TheoryRangeError(TheoryError):
    """A figure outside its limits, or no number at all. Shares are shown in percent."""

    def __init__(self, field: str, value: float, least: float, most: float, unit: str) -> None:
        scale = 100 if unit == "%" else 1
        asked, low, high = (f"{figure * scale:,.9g}" for figure in (value, least, most))
        super().__init__(f"{field}: {asked} is not allowed; from {low} to {high} {unit}")
        self.field = field
        self.value = value
        self.least = least
        self.most = most
        self.unit = unit


class GoalError(TheoryError):
    """A goal without meaning for the demand."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason
