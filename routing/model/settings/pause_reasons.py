"""Pause reasons: those that agents choose from, each with its limit. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from routing.exceptions import InvalidFieldError

MOST_REASONS = 30
LONGEST_LABEL = 40
LONGEST_LIMIT = 12 * 3600
LIMIT, DAILY_LIMIT = "limit_seconds", "daily_limit_seconds"
USUAL: Mapping[str, Mapping[str, Any]] = {
    name: {} for name in ("Break", "Lunch", "Training", "Meeting", "Paperwork", "Technical problem")
}


@dataclass(frozen=True)
class PauseReasons:
    """The limits in seconds by reason, in their order, of one pause and of all in a day; 0: none.

    A longer pause is marked, not ended.
    """

    limits: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(USUAL, 0))
    daily: Mapping[str, float] = field(default_factory=dict)

    def allowed_seconds(self, reason: str, *, used_seconds: float) -> float | None:
        """How long a pause may last after so much on the same day; None without a limit."""
        limit, daily = self.limits.get(reason, 0), self.daily.get(reason, 0)
        left = [limit] if limit else []
        return min([*left, max(0.0, daily - used_seconds)] if daily else left, default=None)


def read_pause_reasons(given: Mapping[str, Mapping[str, Any]]) -> PauseReasons:
    """The reasons that a document has: `{"Break": {"limit_seconds": 900, "daily_limit_seconds": 1800}}`.

    Raises InvalidFieldError.
    """
    if not 1 <= len(given) <= MOST_REASONS:
        raise InvalidFieldError("pauses", len(given), f"from 1 to {MOST_REASONS} reasons")
    for reason, one in given.items():
        _check(reason, one)
    limits = {reason: _limit(reason, one, LIMIT) for reason, one in given.items()}
    return PauseReasons(limits, {reason: _limit(reason, one, DAILY_LIMIT) for reason, one in given.items()})


def _check(reason: str, given: Mapping[str, Any]) -> None:
    if reason != reason.strip() or not 1 <= len(reason) <= LONGEST_LABEL or not reason.isprintable():
        raise InvalidFieldError("pauses", reason, f"a reason has 1 to {LONGEST_LABEL} characters")
    if given.keys() - {LIMIT, DAILY_LIMIT}:
        raise InvalidFieldError(
            f"pauses {reason}", ", ".join(given), f"the only fields are {LIMIT} and {DAILY_LIMIT}"
        )


def _limit(reason: str, given: Mapping[str, Any], name: str) -> float:
    limit = given.get(name, 0)
    if not isinstance(limit, int | float) or isinstance(limit, bool) or not 0 <= limit <= LONGEST_LIMIT:
        raise InvalidFieldError(f"pauses {reason} {name}", limit, f"a number from 0 to {LONGEST_LIMIT}")
    return limit
