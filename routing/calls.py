"""Owns the call: its facts, its statuses and which may follow which. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from routing.exceptions import IllegalTransitionError, InvalidFieldError

HIGHEST_PRIORITY = 0
LOWEST_PRIORITY = 9
DEFAULT_PRIORITY = 5
MAX_TEXT_LENGTH = 80


class CallStatus(StrEnum):
    """Where a call stands; the values are those of the table."""

    CREATED = "created"
    QUEUED = "queued"
    OFFERED = "offered"
    IN_PROGRESS = "inProgress"
    COMPLETED = "completed"
    ABANDONED = "abandoned"


ENDED = frozenset({CallStatus.COMPLETED, CallStatus.ABANDONED})

TRANSITIONS: dict[CallStatus, frozenset[CallStatus]] = {
    CallStatus.CREATED: frozenset({CallStatus.QUEUED, CallStatus.IN_PROGRESS, CallStatus.ABANDONED}),
    CallStatus.QUEUED: frozenset({CallStatus.OFFERED, CallStatus.ABANDONED}),
    CallStatus.OFFERED: frozenset({CallStatus.IN_PROGRESS, CallStatus.QUEUED, CallStatus.ABANDONED}),
    CallStatus.IN_PROGRESS: frozenset({CallStatus.COMPLETED}),
    CallStatus.COMPLETED: frozenset(),
    CallStatus.ABANDONED: frozenset(),
}


@dataclass(frozen=True)
class Call:
    """One call as the table holds it. `version` counts its changes, `attempts` its offers to agents.

    Priority 0 is served first, 9 last. `source` says who brought the call in (a trunk, a load run).
    """

    call_id: str
    language: str
    gender: str
    status: CallStatus
    status_since: datetime
    created_at: datetime
    topic: str = ""
    priority: int = DEFAULT_PRIORITY
    caller: str = ""
    source: str = ""
    queued_at: datetime | None = None
    offered_at: datetime | None = None
    answered_at: datetime | None = None
    ended_at: datetime | None = None
    agent_id: str | None = None
    ticket: int | None = None
    attempts: int = 0
    version: int = 1
    operations: tuple[str, ...] = ()

    @property
    def is_ended(self) -> bool:
        """True once nothing more can happen to the call by itself."""
        return self.status in ENDED

    def moved(self, status: CallStatus, *, at: datetime) -> "Call":
        """This call in another status, with the moment that belongs to it.

        Raises IllegalTransitionError where the status cannot follow.
        """
        if status not in TRANSITIONS[self.status]:
            raise IllegalTransitionError(f"call {self.call_id}", self.status, status)
        moved = replace(self, status=status, status_since=at)
        if status is CallStatus.IN_PROGRESS:
            return replace(moved, answered_at=at)
        if status is CallStatus.QUEUED:
            return replace(moved, agent_id=None)
        return replace(moved, ended_at=at) if moved.is_ended else moved

    def queued(self, *, ticket: int, at: datetime) -> "Call":
        """This call waiting at a new place."""
        return replace(self.moved(CallStatus.QUEUED, at=at), ticket=ticket, queued_at=at)


def check_call_fields(*, priority: int, **texts: str) -> None:
    """Raises InvalidFieldError where the priority is out of range or a text is too long."""
    if not HIGHEST_PRIORITY <= priority <= LOWEST_PRIORITY:
        raise InvalidFieldError(
            "priority", priority, f"from {HIGHEST_PRIORITY} (first) to {LOWEST_PRIORITY} (last)"
        )
    for field, text in texts.items():
        if len(text) > MAX_TEXT_LENGTH:
            raise InvalidFieldError(field, f"{text[:20]}…", f"at most {MAX_TEXT_LENGTH} characters")
