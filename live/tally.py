"""Owns today's totals: counted once from the calls in the table, then kept by looking at each change. Pure.

A call seen twice counts once, and an older sight of it changes nothing, so the order in which a count of
the whole table and the news of single calls arrive does not matter.
"""

from dataclasses import dataclass
from datetime import datetime

from live.frames import Row
from live.rows import to_iso
from routing.calls import SET_ASIDE, Call, CallStatus
from routing.selectors import answered_within


@dataclass(frozen=True, slots=True)
class Mark:
    """What one call adds to the totals, as of its version."""

    version: int
    answered: bool
    abandoned: bool
    set_aside: bool
    within_target: bool


def mark(call: Call, *, target_seconds: float) -> Mark:
    """What this call adds."""
    return Mark(
        version=call.version,
        answered=call.answered_at is not None,
        abandoned=call.status is CallStatus.ABANDONED,
        set_aside=call.status in SET_ASIDE and call.answered_at is None,
        within_target=answered_within(call, target_seconds),
    )


class Tally:
    """Calls queued since a moment. `within_target` counts the answered that waited at most the target."""

    def __init__(self, *, since: datetime, target_seconds: int) -> None:
        self.since = since
        self.target_seconds = target_seconds
        self._marks: dict[str, Mark] = {}
        self._answered = self._abandoned = self._set_aside = self._within = 0

    def __contains__(self, call_id: str) -> bool:
        return call_id in self._marks

    def observe(self, call: Call) -> None:
        """Count the call as it is now."""
        if call.queued_at is not None and call.queued_at >= self.since:
            self._count(call.call_id, mark(call, target_seconds=self.target_seconds))

    def absorb(self, other: "Tally") -> None:
        """Count what another tally of the same day has counted."""
        for call_id, new in other._marks.items():  # noqa: SLF001 - its own class
            self._count(call_id, new)

    def _count(self, call_id: str, new: Mark) -> None:
        old = self._marks.get(call_id)
        if old is not None and old.version >= new.version:
            return
        self._marks[call_id] = new
        self._answered += new.answered - (old.answered if old else 0)
        self._abandoned += new.abandoned - (old.abandoned if old else 0)
        self._set_aside += new.set_aside - (old.set_aside if old else 0)
        self._within += new.within_target - (old.within_target if old else 0)

    def row(self) -> Row:
        """The totals with the formula that belongs to them."""
        return {
            "offered": len(self._marks),
            "answered": self._answered,
            "abandoned": self._abandoned,
            "set_aside": self._set_aside,
            "within_target": self._within,
            "target_seconds": self.target_seconds,
            "since": to_iso(self.since),
            "formula": f"answered within {self.target_seconds} s ÷ offered",
        }
