"""Agent: fields, statuses, choices, allowed transitions. Pure.

What an agent chose (ready, paused, offline) is kept apart from what routing does with it (status): a
choice made while a call rings or runs takes effect when that call leaves the agent.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from routing.exceptions import IllegalTransitionError


class AgentStatus(StrEnum):
    """Where an agent stands; the values are those of the table."""

    OFFLINE = "offline"
    AVAILABLE = "available"
    QUEUED = "queued"
    OFFERED = "offered"
    ATTENDING_CALL = "attendingCall"
    WRAP_UP = "wrapUp"
    PAUSED = "paused"


class Choice(StrEnum):
    """What an agent, or a supervisor for it, chose."""

    READY = "ready"
    PAUSED = "paused"
    OFFLINE = "offline"


# Of the calls it wrote up last an agent keeps how long that took; whoever wants more reads it in time.
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
    """How many milliseconds an agent wrote up a call, until that ended: by time, by somebody, at once."""

    call_id: str
    milliseconds: int


@dataclass(frozen=True)
class Agent:
    """One agent as the table holds it. `version` counts its changes; moments are in UTC.

    `until` is when its status is to end: the rest of an available agent after a failed offer, the ringing,
    the wrap-up; or, on a call, when that has lasted long. `missed_offers` counts those in a row that the
    agent did not answer. An agent with `auto_answer` gets calls without ringing. `wrap_ups` are those that
    ended last.
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
        """True where no call rings, runs or is written up, so that a choice takes effect at once."""
        return self.status in _RESTING

    def moved(self, status: AgentStatus, *, at: datetime, until: datetime | None = None) -> "Agent":
        """This agent in another status, without a call unless that status has one.

        Raises IllegalTransitionError where the status cannot follow.
        """
        if status not in TRANSITIONS[self.status]:
            raise IllegalTransitionError(f"agent {self.agent_id}", self.status, status)
        # In wrap-up the agent keeps the call it writes up, so that a timer knows whose wrap-up it ends.
        has_call = status in (AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP)
        call_id = self.call_id if has_call else None
        ended = self.status is AgentStatus.WRAP_UP and self.call_id is not None
        done = self.wrote_up(at - self.status_since) if ended else self
        return replace(done, status=status, status_since=at, until=until, call_id=call_id)

    def wrote_up(self, lasted: timedelta) -> "Agent":
        """This agent with the time it took to write up its call."""
        wrap_up = WrapUp(self.call_id or "", max(0, round(lasted / timedelta(milliseconds=1))))
        return replace(self, wrap_ups=(*self.wrap_ups, wrap_up)[-KEPT_WRAP_UPS:])

    def queued(self, *, ticket: int, queued_at: datetime, at: datetime) -> "Agent":
        """This agent waiting at the place that the ticket names."""
        return replace(self.moved(AgentStatus.QUEUED, at=at), ticket=ticket, queued_at=queued_at)

    def chose(self, choice: Choice, *, reason: str = "", by: str = "", why: str = "") -> "Agent":
        """This agent with another choice; the status is left alone. `why` is what moved `by` to choose it."""
        kept = reason if choice is Choice.PAUSED else ""
        return replace(
            self,
            choice=choice,
            pause_reason=kept,
            changed_by=by or self.changed_by,
            change_reason=why or reason,
        )
