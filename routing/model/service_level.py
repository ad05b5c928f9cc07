"""Service level: calls in time, short abandons, denominator, share, formula in words; first response. Pure.

Vendors use six denominators. Three are here: offered (the default), answered (Asterisk), and decided:
answered and abandoned, without those who hung up within the short-abandon limit (Cisco).
"""

from dataclasses import dataclass
from enum import StrEnum

from routing.model.calls import Call, CallStatus


class Denominator(StrEnum):
    """The calls that the service level is a share of, with the value in the settings."""

    OFFERED = "offered"
    ANSWERED = "answered"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Counted:
    """Calls, or shares of calls, by outcome.

    `abandoned_soon` are among the abandoned; `missed` are all others that count as offered: removed, failed,
    or still waiting beyond the target.
    """

    within_target: float
    answered: float
    abandoned: float
    abandoned_soon: float
    missed: float = 0.0


@dataclass(frozen=True)
class ServiceLevel:
    """A deployment's definition of the service level."""

    of: Denominator = Denominator.OFFERED
    short_abandon_seconds: float = 5

    def share(self, counted: Counted) -> float | None:
        """Answered within the target ÷ the denominator; None if that is 0."""
        whole = self.whole(counted)
        return counted.within_target / whole if whole > 0 else None

    def whole(self, counted: Counted) -> float:
        """The denominator."""
        if self.of is Denominator.ANSWERED:
            return counted.answered
        if self.of is Denominator.DECIDED:
            return counted.answered + counted.abandoned - counted.abandoned_soon
        return counted.answered + counted.abandoned + counted.missed

    def is_short_abandon(self, waited_seconds: float) -> bool:
        """Whether a caller who hung up after this wait counts as a short abandon."""
        return waited_seconds < self.short_abandon_seconds

    def abandoned_soon(self, call: Call) -> bool:
        """Whether the caller hung up within the short-abandon limit."""
        if call.status is not CallStatus.ABANDONED or call.answered_at is not None or call.waited is None:
            return False
        return self.is_short_abandon(call.waited.total_seconds())

    def formula(self, within: str, *, offered: str = "offered") -> str:
        """The formula in words; `offered` says which calls those are, if not all."""
        whole = {
            Denominator.OFFERED: offered,
            Denominator.ANSWERED: "answered",
            Denominator.DECIDED: f"(answered + abandoned after {self.short_abandon_seconds:g} s)",
        }[self.of]
        return f"answered within {within} ÷ {whole}"


BY_OFFERED = ServiceLevel()


def is_within_target(waited_seconds: float, target_seconds: float) -> bool:
    """Whether an answer after this wait is in time."""
    return waited_seconds <= target_seconds


def response_seconds(call: Call) -> float | None:
    """From the start of the wait of a chat to its first response; None without one."""
    if call.responded_at is None or call.queued_at is None:
        return None
    return max(0.0, (call.responded_at - call.queued_at).total_seconds())


def responded_within(call: Call, target_seconds: float) -> bool:
    seconds = response_seconds(call)
    return seconds is not None and is_within_target(seconds, target_seconds)


def answered_within(call: Call, target_seconds: float) -> bool:
    if call.answered_at is None or call.waited is None:
        return False
    return is_within_target(call.waited.total_seconds(), target_seconds)
