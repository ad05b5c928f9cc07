"""Pause reasons: those that agents choose from, each with its limit. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from routing.exceptions import InvalidFieldError

MOST_REASONS = 30
LONGEST_LABEL = 40
LONGEST_LIMIT = 12 * 3600
LIMIT = "limit_seconds"
USUAL: Mapping[str, Mapping[str, Any]] = {
    name: {} for name in ("Break", "Lunch", "Training", "Meeting", "Paperwork", "Technical problem")
}


@dataclass(frozen=True)
class PauseReasons:
    """The limits in seconds by reason, in their order; 0: none. A longer pause is marked, not ended."""

    limits: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(USUAL, 0))

    def limit_of(self, reason: str) -> float:
        """The limit of a pause; 0 for one of any other reason."""
        return self.limits.get(reason, 0)


def read_pause_reasons(given: Mapping[str, Mapping[str, Any]]) -> PauseReasons:
    """The reasons that a document has: `{"Lunch": {"limit_seconds": 1800}}`. Raises InvalidFieldError."""
    if not 1 <= len(given) <= MOST_REASONS:
        raise InvalidFieldError("pauses", len(given), f"from 1 to {MOST_REASONS} reasons")
    return PauseReasons({reason: _limit(reason, one) for reason, one in given.items()})


def _limit(reason: str, given: Mapping[str, Any]) -> float:
    where = f"pauses {reason}"
    if reason != reason.strip() or not 1 <= len(reason) <= LONGEST_LABEL or not reason.isprintable():
        raise InvalidFieldError("pauses", reason, f"a reason has 1 to {LONGEST_LABEL} characters")
    if given.keys() - {LIMIT}:
        raise InvalidFieldError(where, ", ".join(given), f"the only field is {LIMIT}")
    limit = given.get(LIMIT, 0)
    if not isinstance(limit, int | float) or isinstance(limit, bool) or not 0 <= limit <= LONGEST_LIMIT:
        raise InvalidFieldError(f"{where} {LIMIT}", limit, f"a number from 0 to {LONGEST_LIMIT}")
    return limit
