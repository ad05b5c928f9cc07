"""Marks: contribution of the wait of one call to the figures, at its version. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from sys import intern
from typing import ClassVar

from live.figures.formulas import ALL, Measure, Scope, scopes_of
from routing.model.calls import Call, CallStatus
from routing.model.service_level import answered_within

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """Contribution of one call; moments in seconds since 1970. `of_day` if it was queued in the day counted.

    It counts for all queues of its `channel`, for its queue, and a chat for its `scene`.
    `due` is the moment its wait passes the target, `left` the end of its wait, None while it waits or rings.
    """

    of: ClassVar = "wait"
    passed: ClassVar = "overdue"  # counted while it waits beyond its target
    version: int
    queue: str
    of_day: bool
    began: float
    due: float
    left: float | None = None
    became: str = ""
    waited_seconds: float = 0
    within_target: bool = False
    soon: bool = False
    channel: str = ALL
    scene: str = ""

    @property
    def scopes(self) -> tuple[Scope, ...]:
        return scopes_of(self.channel, self.queue, self.scene)

    @property
    def left_minute(self) -> int | None:
        """The minute in which its wait ended, counted from 1970."""
        return None if self.left is None else int(self.left // MINUTE)

    def outcome(self) -> Iterator[tuple[str, float]]:
        """Figures and numbers; before the end of its wait only `offered`."""
        yield "offered", 1
        if self.left is not None:
            yield self.became, 1
            yield "waited_seconds", self.waited_seconds
            yield "within_target", self.within_target
            yield "abandoned_soon", self.soon

    def minutes(self) -> Iterator[tuple[str, float]]:
        """Figures and numbers by the minute."""
        yield f"queued {int(self.began // MINUTE)}", 1
        left = self.left_minute
        yield "waiting", 1 if left is None else 0
        if left is not None:
            yield f"left {left}", 1
            yield f"{self.became} {left}", 1
            yield f"within_target {left}", self.within_target
            yield f"abandoned_soon {left}", self.soon
            yield f"waited_seconds {left}", self.waited_seconds


def mark(call: Call, measure: Measure, *, since: datetime) -> Mark | None:
    """The mark of a call for a day that began at `since`; None before it was queued."""
    if call.queued_at is None or call.waiting_since is None:
        return None
    began, target = call.waiting_since.timestamp(), measure.policy_of(call).service_level_seconds
    queue, of_day = intern(measure.queue_of(call)), call.queued_at >= since
    left, became = call.left_at, _became(call)
    if left is None:
        return Mark(
            call.version, queue, of_day, began, began + target, channel=call.channel, scene=call.scene
        )
    return Mark(
        call.version,
        queue,
        of_day,
        began,
        began + target,
        left.timestamp(),
        became,
        call.waited.total_seconds() if became == "answered" and call.waited else 0,
        answered_within(call, target),
        measure.level.abandoned_soon(call),
        call.channel,
        call.scene,
    )


def _became(call: Call) -> str:
    if call.answered_at is not None:
        return "answered"
    return {CallStatus.ABANDONED: "abandoned", CallStatus.DEAD_LETTERED: "failed"}.get(call.status, "removed")
