"""Errors of predictions, each one line that says what is allowed. Pure."""

from simulation.ranges import Limits


class TheoryError(Exception):
    """Base of every error here; its text is fit to be shown to a user."""


class TheoryRangeError(TheoryError):
    """A figure outside its limits, or no number at all. Shares are shown in percent."""

    def __init__(self, field: str, value: float, limits: Limits) -> None:
        scale = 100 if limits.unit == "%" else 1
        asked, low, high = (f"{figure * scale:,.9g}" for figure in (value, limits.least, limits.most))
        super().__init__(f"{field}: {asked} is not allowed; from {low} to {high} {limits.unit}")
        self.field = field
        self.value = value
        self.limits = limits


class GoalError(TheoryError):
    """A goal without meaning for the demand."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason
