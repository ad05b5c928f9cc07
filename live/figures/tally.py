"""Tally: figures of the day and of the last minutes, counted once from the table, then kept. Pure.

A call seen twice counts once, and an older version of it changes nothing, so a count of the table and news of
single calls may arrive in any order. Each figure is of one channel, of calls unless another is named.
"""

from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta

from live.board.frames import Row
from live.board.rows import to_iso
from live.figures.formulas import (
    ALL,
    Counts,
    Measure,
    agent_targets,
    as_shown,
    figures_row,
    formulas,
    minute_of,
    minute_rows,
    minutes_of,
    recent_formulas,
    targets,
)
from live.figures.marks import Mark, mark
from live.figures.recent import Recent
from live.figures.waits import Waits
from routing.model.calls import Call
from routing.model.queues import QueueKey

SHOWN_MINUTES = 60


class Tally:
    """The figures of calls queued since a moment, of a sliding window, and minute by minute."""

    def __init__(self, *, since: datetime, measure: Measure) -> None:
        self.since = since
        self.measure = measure
        self._marks: dict[str, Mark] = {}
        self._counts: Counts = defaultdict(float)
        self._waits: defaultdict[str, Waits] = defaultdict(Waits)
        self._recent = Recent(measure.headline_minutes * 60)

    def __contains__(self, call_id: str) -> bool:
        return call_id in self._marks

    def version_of(self, call_id: str) -> int:
        """The version at which a call was counted, 0 without one."""
        return self._marks[call_id].version if call_id in self._marks else 0

    def observe(self, call: Call) -> None:
        """Count the current call."""
        new = mark(call, self.measure, since=self.since)
        if new is not None:
            self._count(call.call_id, new)

    def absorb(self, other: "Tally") -> None:
        """Add the counts of another tally of the same day."""
        for call_id, new in other._marks.items():  # noqa: SLF001 - its own class
            self._count(call_id, new)

    def of_day(self, since: datetime, *, now: datetime) -> "Tally":
        """A tally of another day, with the last hour of this one."""
        other, last_hour = Tally(since=since, measure=self.measure), (now - timedelta(hours=1)).timestamp()
        for call_id, one in self._marks.items():
            if one.left is None or one.left > last_hour:
                other._count(call_id, replace(one, of_day=one.began >= since.timestamp()))
        return other

    def _count(self, call_id: str, new: Mark) -> None:
        old = self._marks.get(call_id)
        if old is not None and old.version >= new.version:
            return
        self._marks[call_id] = new
        if old is not None:
            self._waits[old.channel].take(call_id, began=old.began, left=old.left_minute, most=SHOWN_MINUTES)
            self._recent.take(call_id)
            self._add(old, -1)
        self._waits[new.channel].put(call_id, began=new.began, left=new.left_minute, most=SHOWN_MINUTES)
        self._recent.put(call_id, new)
        self._add(new, 1)

    def _add(self, one: Mark, sign: int) -> None:
        for figure, number in one.minutes():
            self._counts[minutes_of(one.channel), figure] += sign * number
        for scope in one.scopes if one.of_day else ():
            for figure, number in one.outcome():
                self._counts[scope, figure] += sign * number

    def row(self, channel: str = ALL) -> Row:
        """The day's figures of all queues of a channel together, with targets and formulas."""
        policies = self.measure.policies
        return {
            **as_shown(figures_row(self._counts, channel, self.measure.level)),
            **targets(policies.of_channel(channel)),
            "since": to_iso(self.since),
            "formulas": formulas(self.measure),
            "agent_targets": agent_targets(policies.agents),
        }

    def queue_row(self, queue: QueueKey) -> Row:
        """The day's figures of one call queue, with its targets."""
        row = as_shown(figures_row(self._counts, str(queue), self.measure.level))
        return {**row, **targets(self.measure.policies.of(queue))}

    def pass_to(self, now: datetime) -> None:
        """Moves the end of the window to now; calls observed later but older than the window cost nothing."""
        self._recent.advance(now.timestamp())

    def recent_row(self, now: datetime, channel: str = ALL) -> Row:
        """The figures of the window that ends now, of all queues of a channel, with their formulas."""
        row = self._recent_row(channel, now)
        return {**row, "minutes": self.measure.headline_minutes, "formulas": recent_formulas(self.measure)}

    def recent_queue_row(self, queue: QueueKey, now: datetime) -> Row:
        """The figures of the window of one call queue."""
        return self._recent_row(str(queue), now)

    def _recent_row(self, scope: str, now: datetime) -> Row:
        self.pass_to(now)
        return as_shown(figures_row(self._recent.counts, scope, self.measure.level))

    def minutes(self, now: datetime, channel: str = ALL) -> dict[str, Row]:
        """The last hour, minute by minute; of those that have ended also the longest wait at their end."""
        rows = minute_rows(self._counts, self.measure.level, now=now, minutes=SHOWN_MINUTES, channel=channel)
        running = minute_of(now)
        ended = self._waits[channel].longest(range(running - SHOWN_MINUTES + 1, running))
        # The rows begin with the current minute: it has no end yet, and would change at every reading.
        waits = [0, *(ended[minute] for minute in sorted(ended, reverse=True))]
        return {
            key: {**row, "longest_seconds": wait}
            for (key, row), wait in zip(rows.items(), waits, strict=True)
        }
