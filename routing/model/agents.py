"""Agent: fields, statuses, choices, allowed transitions. Pure.

An agent's choice (ready, paused, offline) is kept apart from its status in routing: a choice made during an
offer or a call takes effect when that call leaves the agent.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from routing.exceptions import IllegalTransitionError


class AgentStatus(StrEnum):
    """Status of an agent, with the value in the table."""

    OFFLINE = "offline"
    AVAILABLE = "available"
    QUEUED = "queued"
    OFFERED = "offered"
    ATTENDING_CALL = "attendingCall"
    WRAP_UP = "wrapUp"
    PAUSED = "paused"


class Choice(StrEnum):
    """Choice of an agent, or of a supervisor for it."""

    READY = "ready"
    PAUSED = "paused"
    OFFLINE = "offline"


# An agent keeps the wrap-up times of its last calls only; a reader that needs more reads in time.
KEPT_WRAP_UPS = 4

_RESTING = frozenset({AgentStatus.AVAILABLE, AgentStatus.QUEUED, AgentStatus.PAUSED, AgentStatus.OFFLINE})

TRANSITIONS: dict[AgentStatus, frozenset[AgentStatus]] = {
    AgentStatus.OFFLINE: _RESTING - {AgentStatus.OFFLINE},
    AgentStatus.AVAILABLE: _RESTING - {AgentStatus.AVAILABLE},
    AgentStatus.QUEUED: (_RESTING - {AgentStatus.QUEUED}) | {AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL},
    AgentStatus.OFFERED: _RESTING | {AgentStatus.ATTENDING_CALL},
    AgentStatus.ATTENDING_CALL: _RESTING | {AgentStatus.WRAP_UP},
    AgentStatus.WRAP_UP: _RESTING,
    AgentStatus.PAUSED: _RESTING - {AgentStatus.PAUSED},
}


@dataclass(frozen=True)
class WrapUp:
    """Wrap-up of one call in milliseconds, ended by time, by a user or at once."""

    call_id: str
    milliseconds: int


@dataclass(frozen=True)
class Agent:
    """One agent as the table holds it. `version` counts its changes; moments are in UTC.

    `until` is the due time of its status: the end of a rest after an unanswered offer, of ringing, of
    wrap-up; on a call, the talk limit. `missed_offers` counts missed offers in a row. An agent with
    `auto_answer` gets calls without ringing. `wrap_ups` are the latest ones.
    """

    agent_id: str
    name: str
    gender: str
    languages: frozenset[str]
    topics: frozenset[str]
    status: AgentStatus
    status_since: datetime
    choice: Choice = Choice.READY
    pause_reason: str = ""
    auto_answer: bool = False
    missed_offers: int = 0
    until: datetime | None = None
    call_id: str | None = None
    ticket: int | None = None
    queued_at: datetime | None = None
    version: int = 1
    operations: tuple[str, ...] = ()
    changed_by: str = ""
    change_reason: str = ""
    wrap_ups: tuple[WrapUp, ...] = ()

    @property
    def is_free(self) -> bool:
        """True without an offer, a call or wrap-up, so that a choice takes effect at once."""
        return self.status in _RESTING

    @property
    def rests(self) -> bool:
        """True during a rest after an unanswered offer."""
        return self.status is AgentStatus.AVAILABLE and self.until is not None

    def moved(self, status: AgentStatus, *, at: datetime, until: datetime | None = None) -> "Agent":
        """This agent in another status, without a call unless that status has one.

        Raises IllegalTransitionError if the transition is not allowed.
        """
        if status not in TRANSITIONS[self.status]:
            raise IllegalTransitionError(f"agent {self.agent_id}", self.status, status)
        # In wrap-up the agent keeps its call, so that a timer knows which wrap-up it ends.
        has_call = status in (AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP)
        call_id = self.call_id if has_call else None
        ended = self.status is AgentStatus.WRAP_UP and self.call_id is not None
        done = self.wrote_up(at - self.status_since) if ended else self
        return replace(done, status=status, status_since=at, until=until, call_id=call_id)

    def wrote_up(self, lasted: timedelta) -> "Agent":
        """This agent with the wrap-up time of its call."""
        wrap_up = WrapUp(self.call_id or "", max(0, round(lasted / timedelta(milliseconds=1))))
        return replace(self, wrap_ups=(*self.wrap_ups, wrap_up)[-KEPT_WRAP_UPS:])

    def queued(self, *, ticket: int, queued_at: datetime, at: datetime) -> "Agent":
        """This agent waiting with the given ticket."""
        return replace(self.moved(AgentStatus.QUEUED, at=at), ticket=ticket, queued_at=queued_at)

    def chose(self, choice: Choice, *, reason: str = "", by: str = "", why: str = "") -> "Agent":
        """This agent with another choice and the same status. `why` is the reason given by `by`."""
        kept = reason if choice is Choice.PAUSED else ""
        return replace(
            self,
            choice=choice,
            pause_reason=kept,
            changed_by=by or self.changed_by,
            change_reason=why or reason,
        )
