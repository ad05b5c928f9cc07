"""Retention: for how many days each kind of caller data is kept. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from routing.exceptions import InvalidFieldError

LONGEST_DAYS = 3650
# Figures of the day are counted again from its calls.
LEAST_CALL_DAYS = 2


@dataclass(frozen=True)
class Retention:
    """Days for ended calls and chats in the table; messages with notes, cards and files; records of ended
    calls in the history; the audit log; deliveries of webhooks.
    """

    calls: int = 400
    messages: int = 400
    history: int = 400
    trail: int = 800
    deliveries: int = 14


KINDS = tuple(one.name for one in fields(Retention))


def read_retention(given: Mapping[str, Any]) -> Retention:
    """The days of a document, such as `{"calls": 90}`; others are as usual. Raises InvalidFieldError."""
    if others := given.keys() - {*KINDS}:
        raise InvalidFieldError("retention", ", ".join(sorted(others)), f"choose from {', '.join(KINDS)}")
    found = Retention(**{kind: _days(kind, days) for kind, days in given.items()})
    if found.history < found.calls:
        raise InvalidFieldError(
            "retention history", found.history, f"at least as long as calls, {found.calls} days"
        )
    return found


def _days(kind: str, days: Any) -> int:
    least = LEAST_CALL_DAYS if kind == "calls" else 1
    if not isinstance(days, int) or isinstance(days, bool) or not least <= days <= LONGEST_DAYS:
        raise InvalidFieldError(f"retention {kind}", days, f"whole days from {least} to {LONGEST_DAYS}")
    return days
