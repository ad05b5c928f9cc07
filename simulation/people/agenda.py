"""Agenda of a run: what people do next, in order of time. Pure.

A call has a few planned actions at most, of which one is carried out at a time: while it is in hand, nothing
else of that call is due. A look takes a while: what it says of calls that moved meanwhile is old.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from heapq import heapify, heappop, heappush
from itertools import count

from simulation.people.behaviour import Timer

Entry = tuple[datetime, int, str, Timer]


class Agenda:
    """Planned actions by call, and the order in which they are due."""

    def __init__(self) -> None:
        self._planned: dict[str, tuple[Timer, ...]] = {}
        self._coming: list[Entry] = []
        self._numbers = count()
        self._in_hand: set[str] = set()
        self._moved: set[str] = set()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is planned or in hand."""
        return not self._planned and not self._in_hand

    def __contains__(self, call_id: object) -> bool:
        return call_id in self._planned or call_id in self._in_hand

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._planned.keys() | self._in_hand))

    @property
    def next_at(self) -> datetime | None:
        """When the next action is due, None without one."""
        while self._coming and not self._stands(self._coming[0]):
            heappop(self._coming)
        return self._coming[0][0] if self._coming else None

    def plan(self, call_id: str, timers: Iterable[Timer]) -> None:
        """Replaces what is planned for a call, which is not in hand any more."""
        self._in_hand.discard(call_id)
        self._moved.add(call_id)
        self._planned.pop(call_id, None)
        if found := tuple(timers):
            self._planned[call_id] = found
        for timer in found:
            heappush(self._coming, (timer[0], next(self._numbers), call_id, timer))

    def take(self) -> Timer:
        """The next action; its call is in hand until it is planned again."""
        at = self.next_at
        if at is None:
            raise LookupError("nothing is planned")
        _, _, call_id, timer = heappop(self._coming)
        self._in_hand.add(call_id)
        self._moved.add(call_id)
        return timer

    def is_in_hand(self, call_id: str) -> bool:
        """Whether an action of a call is being carried out, after which it is planned again."""
        return call_id in self._in_hand

    def again(self, call_id: str, *, without: object = None) -> None:
        """Plans again what was planned for a call, without an action that is over."""
        self.plan(call_id, [timer for timer in self._planned.get(call_id, ()) if timer[1] != without])

    def look_begins(self) -> None:
        """Forgets which calls moved before this look at the table."""
        self._moved = set(self._in_hand)

    def has_moved(self, call_id: str) -> bool:
        """Whether a call moved since the look began, so that the look is older than what is planned."""
        return call_id in self._moved

    def tidy(self) -> None:
        """Drops what is not planned any more from the order."""
        self._coming = [entry for entry in self._coming if self._stands(entry)]
        heapify(self._coming)

    def _stands(self, entry: Entry) -> bool:
        _, _, call_id, timer = entry
        planned = self._planned.get(call_id, ())
        return call_id not in self._in_hand and any(timer is one for one in planned)
