"""Marks of a chat besides its wait: its first response, and its service with the rating. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from sys import intern
from typing import ClassVar, TypeAlias

from live.figures.formulas import Measure, Scope
from live.figures.marks import Mark, mark
from routing.model.calls import SET_ASIDE, Call
from routing.model.service_level import responded_within, response_seconds


@dataclass(frozen=True, slots=True)
class Response:
    """First response of a chat, in the window from its moment on, or from the end without one (`left`).

    From `due` on its customer has waited for it beyond the target. `seconds` is None without one.
    """

    of: ClassVar = "response"
    passed: ClassVar = "response_overdue"
    version: int
    scopes: tuple[Scope, ...]
    of_day: bool
    due: float
    left: float | None
    seconds: float | None = None
    in_time: bool = False

    def outcome(self) -> Iterator[tuple[str, float]]:
        """Figures and numbers; none while its customer waits."""
        if self.seconds is not None:
            yield "responded", 1
            yield "response_seconds", self.seconds
            yield "responded_in_time", self.in_time
        elif self.left is not None:
            yield "unresponded", 1


@dataclass(frozen=True, slots=True)
class Service:
    """Service of a chat that has ended: handle time if an agent served it, and the rating."""

    of: ClassVar = "service"
    passed: ClassVar = ""
    version: int
    scopes: tuple[Scope, ...]
    of_day: bool
    left: float
    seconds: float | None
    rating: int
    due: float = 0

    def outcome(self) -> Iterator[tuple[str, float]]:
        """Figures and numbers."""
        if self.seconds is not None:
            yield "handled", 1
            yield "handle_seconds", self.seconds
        if self.rating:
            yield "rated", 1
            yield "ratings", self.rating


AnyMark: TypeAlias = Mark | Response | Service


def marks(call: Call, measure: Measure, *, since: datetime) -> tuple[AnyMark, ...]:
    """The marks of a call for a day that began at `since`, its wait first; none before it was queued."""
    wait = mark(call, measure, since=since)
    if wait is None or call.queued_at is None:
        return ()
    if not call.channel:
        return (wait,)
    return (wait, *_of_chat(call, wait, measure, asked=call.queued_at.timestamp()))


def _of_chat(call: Call, wait: Mark, measure: Measure, *, asked: float) -> Iterator[AnyMark]:
    target = measure.policy_of(call).first_response_seconds
    scopes = tuple(map(intern, wait.scopes))
    ended_at = call.ended_at or (call.status_since if call.status in SET_ASIDE else None)
    left = call.responded_at or ended_at
    if left is not None or call.awaits_response:
        yield Response(
            call.version,
            scopes,
            wait.of_day,
            asked + target,
            None if left is None else left.timestamp(),
            response_seconds(call),
            responded_within(call, target),
        )
    if call.ended_at is not None:
        talked = None if call.talked is None else call.talked.total_seconds()
        yield Service(call.version, scopes, wait.of_day, call.ended_at.timestamp(), talked, call.rating)
