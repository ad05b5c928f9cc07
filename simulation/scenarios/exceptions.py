"""Errors of scenarios: each names the field and what is allowed. Pure."""

from simulation.ranges import Limits

LONGEST_VALUE = 60
LONGEST_TEXT = 500


class ScenarioError(Exception):
    """An invalid field; the text may be shown to a user."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = _shown(field)
        self.reason = _shown(reason)
        super().__init__(f"{self.field}: {self.reason}")


class ScenarioRangeError(ScenarioError):
    """A figure outside its limits, or no number at all."""

    def __init__(self, field: str, value: float, limits: Limits) -> None:
        super().__init__(field, f"{value:,.12g} is not allowed; {limits.text(',.12g')}")
        self.value = value
        self.limits = limits


def told(value: object) -> str:
    """A value for an error: in quotes if it is a text, at most one line."""
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def _shown(text: str) -> str:
    """A text that any page and terminal can show, with any characters in it."""
    whole = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return whole if len(whole) <= LONGEST_TEXT else f"{whole[:LONGEST_TEXT]}…"
