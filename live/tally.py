"""Owns the day's figures: counted once from the calls in the table, then kept at each change. Pure.

A call seen twice counts once, and an older sight of it changes nothing, so the order in which a count of
the table and the news of single calls arrive does not matter.
"""

from collections import defaultdict
from datetime import datetime

from live.frames import Row
from live.kpis import (
    ALL,
    Counts,
    Mark,
    Measure,
    agent_targets,
    figures_row,
    formulas,
    mark,
    minute_of,
    minute_rows,
)
from live.rows import to_iso
from live.waits import Waits
from routing.calls import Call
from routing.queues import QueueKey

SHOWN_MINUTES = 60


class Tally:
    """The figures of calls queued since a moment, by queue, and of the last minutes."""

    def __init__(self, *, since: datetime, measure: Measure) -> None:
        self.since = since
        self.measure = measure
        self._marks: dict[str, Mark] = {}
        self._counts: Counts = defaultdict(float)
        self._waits = Waits()

    def __contains__(self, call_id: str) -> bool:
        return call_id in self._marks

    def observe(self, call: Call) -> None:
        """Count the call as it is now."""
        new = mark(call, self.measure, since=self.since)
        if new is not None:
            self._count(call.call_id, new)

    def absorb(self, other: "Tally") -> None:
        """Count what another tally of the same day has counted."""
        for call_id, new in other._marks.items():  # noqa: SLF001 - its own class
            self._count(call_id, new)

    def _count(self, call_id: str, new: Mark) -> None:
        old = self._marks.get(call_id)
        if old is not None and old.version >= new.version:
            return
        self._marks[call_id] = new
        if old is not None:
            self._waits.take(call_id, began=old.began, left=old.left, most=SHOWN_MINUTES)
        self._waits.put(call_id, began=new.began, left=new.left, most=SHOWN_MINUTES)
        for scope, figure, number in old.adds() if old else ():
            self._counts[scope, figure] -= number
        for scope, figure, number in new.adds():
            self._counts[scope, figure] += number

    def row(self) -> Row:
        """The figures of all queues together, with their formulas."""
        row = figures_row(self._counts, ALL, self.measure, self.measure.policies.default)
        return {
            **row,
            "since": to_iso(self.since),
            "formulas": formulas(self.measure),
            "agent_targets": agent_targets(self.measure.policies.agents),
        }

    def queue_row(self, queue: QueueKey) -> Row:
        """The figures of one call queue."""
        return figures_row(self._counts, str(queue), self.measure, self.measure.policies.of(queue))

    def minutes(self, now: datetime) -> dict[str, Row]:
        """The last hour, minute by minute; of those that have ended also the longest wait at their end."""
        rows = minute_rows(self._counts, now=now, minutes=SHOWN_MINUTES)
        running = minute_of(now)
        ended = self._waits.longest(range(running - SHOWN_MINUTES + 1, running))
        # The rows begin with the minute that runs: it has no end yet, and would change at every look.
        waits = [0, *(ended[minute] for minute in sorted(ended, reverse=True))]
        return {
            key: {**row, "longest_seconds": wait}
            for (key, row), wait in zip(rows.items(), waits, strict=True)
        }
