"""Tally: figures of the day and of the last minutes, counted once from the table, then kept. Pure.

A call seen twice counts once, and an older version of it changes nothing, so a count of the table and news of
single calls may arrive in any order. Each figure is of one channel, of calls unless another is named.
"""

from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta

from live.board.frames import Row
from live.board.rows import to_iso
from live.figures.chat_marks import AnyMark, marks
from live.figures.formulas import (
    ALL,
    SCENE,
    Counts,
    Measure,
    Scope,
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
from live.figures.marks import Mark
from live.figures.recent import Recent
from live.figures.waits import Waits
from routing.model.calls import Call
from routing.model.queues import CHAT, QueueKey

SHOWN_MINUTES = 60


def _key(call_id: str, one: AnyMark) -> str:
    return f"{one.of} {call_id}"


class Tally:
    """The figures of calls queued since a moment, of a sliding window, and minute by minute."""

    def __init__(self, *, since: datetime, measure: Measure) -> None:
        self.since = since
        self.measure = measure
        self._scenes: set[str] = set()
        self._marks: dict[str, tuple[AnyMark, ...]] = {}
        self._counts: Counts = defaultdict(float)
        self._waits: defaultdict[str, Waits] = defaultdict(Waits)
        self._recent = Recent(measure.headline_minutes * 60)

    def __contains__(self, call_id: str) -> bool:
        return call_id in self._marks

    def version_of(self, call_id: str) -> int:
        """The version at which a call was counted, 0 without one."""
        return self._marks[call_id][0].version if call_id in self._marks else 0

    def observe(self, call: Call) -> None:
        """Count the current call."""
        new = marks(call, self.measure, since=self.since)
        if new:
            self._count(call.call_id, new)

    def absorb(self, other: "Tally") -> None:
        """Add the counts of another tally of the same day."""
        for call_id, new in other._marks.items():  # noqa: SLF001 - its own class
            self._count(call_id, new)

    def of_day(self, since: datetime, *, now: datetime) -> "Tally":
        """A tally of another day, with the last hour of this one."""
        other, last_hour = Tally(since=since, measure=self.measure), (now - timedelta(hours=1)).timestamp()
        for call_id, every in self._marks.items():
            if any(one.left is None or one.left > last_hour for one in every):
                began = next(one.began for one in every if isinstance(one, Mark))
                of_day = began >= since.timestamp()
                other._count(call_id, tuple(replace(one, of_day=of_day) for one in every))
        return other

    def _count(self, call_id: str, new: tuple[AnyMark, ...]) -> None:
        old = self._marks.get(call_id, ())
        if old and old[0].version >= new[0].version:
            return
        self._marks[call_id] = new
        self._scenes.update(one.scene for one in new if isinstance(one, Mark) and one.scene)
        for one in old:
            self._recent.take(_key(call_id, one))
            self._add(call_id, one, -1)
        for one in new:
            self._recent.put(_key(call_id, one), one)
            self._add(call_id, one, 1)

    def _add(self, call_id: str, one: AnyMark, sign: int) -> None:
        if isinstance(one, Mark):
            self._add_minutes(call_id, one, sign)
        for scope in one.scopes if one.of_day else ():
            for figure, number in one.outcome():
                self._counts[scope, figure] += sign * number

    def _add_minutes(self, call_id: str, one: Mark, sign: int) -> None:
        waits = self._waits[one.channel]
        change = waits.put if sign > 0 else waits.take
        change(call_id, began=one.began, left=one.left_minute, most=SHOWN_MINUTES)
        for figure, number in one.minutes():
            self._counts[minutes_of(one.channel), figure] += sign * number

    def row(self, channel: str = ALL) -> Row:
        """The day's figures of all queues of a channel together, with targets and formulas."""
        policies = self.measure.policies
        return {
            **self._figures(self._counts, channel, channel),
            **targets(policies.of_channel(channel), channel),
            "since": to_iso(self.since),
            "formulas": formulas(self.measure, channel),
            "agent_targets": agent_targets(policies.agents),
        }

    def queue_row(self, queue: QueueKey) -> Row:
        """The day's figures of one call queue, with its targets."""
        row = self._figures(self._counts, str(queue), queue.channel)
        return {**row, **targets(self.measure.policies.of(queue), queue.channel)}

    def scene_rows(self, now: datetime) -> dict[str, Row]:
        """The chats of each scene: figures of the day with targets, and `recent`, those of the window."""
        self.pass_to(now)
        return {scene: self._scene_row(scene) for scene in sorted(self._scenes)}

    def _scene_row(self, scene: str) -> Row:
        scope = f"{SCENE}{scene}"
        policy = self.measure.with_scene(self.measure.policies.of_channel(CHAT), scene)
        recent = self._figures(self._recent.counts, scope, CHAT)
        return {**self._figures(self._counts, scope, CHAT), **targets(policy, CHAT), "recent": {**recent}}

    def _figures(self, counts: Counts, scope: Scope, channel: str) -> Row:
        return as_shown(figures_row(counts, scope, self.measure.level, channel))

    def pass_to(self, now: datetime) -> None:
        """Moves the end of the window to now; calls observed later but older than the window cost nothing."""
        self._recent.advance(now.timestamp())

    def recent_row(self, now: datetime, channel: str = ALL) -> Row:
        """The figures of the window that ends now, of all queues of a channel, with their formulas."""
        row = self._recent_row(channel, channel, now)
        said = recent_formulas(self.measure, channel)
        return {**row, "minutes": self.measure.headline_minutes, "formulas": said}

    def recent_queue_row(self, queue: QueueKey, now: datetime) -> Row:
        """The figures of the window of one call queue."""
        return self._recent_row(str(queue), queue.channel, now)

    def _recent_row(self, scope: Scope, channel: str, now: datetime) -> Row:
        self.pass_to(now)
        return self._figures(self._recent.counts, scope, channel)

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
