"""Agent: fields, statuses, choices, allowed transitions. Pure.

An agent's choice (ready, paused, offline) is kept apart from its status in routing: a choice made during an
offer or a call takes effect when that call leaves the agent.

An agent who chats has a second row, `<id>~chat`, for routing one more agent. It can hold several chats: it
waits while it has a free slot, and accepting a chat puts it back to the end of its queues.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from routing.exceptions import IllegalTransitionError
from routing.model.copies import replace
from routing.model.queues import CALLS, CHAT, QueueKey, queues_spanned


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
# Of a chat row: `attendingCall` means that it has no free slot, and there is no wrap-up.
_FULL_TOO = _RESTING | {AgentStatus.ATTENDING_CALL}
CHAT_TRANSITIONS: dict[AgentStatus, frozenset[AgentStatus]] = {
    AgentStatus.OFFLINE: _RESTING - {AgentStatus.OFFLINE},
    AgentStatus.AVAILABLE: _FULL_TOO - {AgentStatus.AVAILABLE},
    AgentStatus.QUEUED: (_FULL_TOO - {AgentStatus.QUEUED}) | {AgentStatus.OFFERED},
    AgentStatus.OFFERED: _FULL_TOO,
    AgentStatus.ATTENDING_CALL: _RESTING - {AgentStatus.OFFLINE},
    AgentStatus.PAUSED: _FULL_TOO - {AgentStatus.PAUSED},
}
# Of an agent's own row: it has a call, or writes one up.
BUSY_WITH_CALLS = frozenset({AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP})
ROW_MARK = "~"
MOST_SLOTS = 10


def row_id(agent_id: str, channel: str = CHAT) -> str:
    """The id of an agent's row for a channel: `ana~chat`; that of a row as it is."""
    return f"{person_id(agent_id)}{ROW_MARK}{channel}" if channel else agent_id


def person_id(agent_id: str) -> str:
    """The id of the agent whose row this is."""
    return agent_id.partition(ROW_MARK)[0]


@dataclass(frozen=True)
class WrapUp:
    """Wrap-up of one call in milliseconds, ended by time, by a user or at once."""

    call_id: str
    milliseconds: int


@dataclass(frozen=True)
class PauseTotal:
    """Time of ended pauses of one reason that began on one day, as 2026-11-23."""

    reason: str
    day: str
    milliseconds: int


@dataclass(frozen=True)
class Agent:
    """One agent as the table holds it. `version` counts its changes; moments are in UTC.

    `until` is the due time of its status: the end of a rest after an unanswered offer, of ringing, of
    wrap-up; on a call, the talk limit. `missed_offers` counts missed offers in a row. An agent with
    `auto_answer` gets calls without ringing. `wrap_ups` are the latest ones. `team` is the code of its team,
    empty for none. `pauses` are the totals of reasons with a daily limit. The former languages and topics are
    those that it had when they were removed from the settings.

    A chat row has `slots` for the chats in progress that it holds, by id. It holds more only if `is_forced`:
    its slots were lowered. An agent who has chosen fewer slots than a supervisor gave can take up to
    `given_slots` again; 0: all are in use.
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
    channel: str = CALLS
    slots: int = 0
    given_slots: int = 0
    held: tuple[str, ...] = ()
    is_forced: bool = False
    is_deactivated: bool = False
    team: str = ""
    pauses: tuple[PauseTotal, ...] = ()
    former_languages: frozenset[str] = frozenset()
    former_topics: frozenset[str] = frozenset()

    @property
    def is_free(self) -> bool:
        """True without an offer, a call or wrap-up, so that a choice takes effect at once.

        Chats in progress do not keep a chat row from that.
        """
        return self.status in (_FULL_TOO if self.channel else _RESTING)

    @property
    def is_full(self) -> bool:
        """True for a chat row without a free slot."""
        return bool(self.channel) and len(self.held) >= self.slots

    @property
    def most_slots(self) -> int:
        """The slots that a supervisor gave, of which the agent may choose to have fewer."""
        return self.given_slots or self.slots

    @property
    def chosen_status(self) -> AgentStatus:
        """Status of a free agent by its choice; a chat row that holds chats is paused, not offline."""
        if self.choice is Choice.READY:
            return AgentStatus.ATTENDING_CALL if self.is_full else AgentStatus.QUEUED
        return AgentStatus.PAUSED if self.choice is Choice.PAUSED or self.held else AgentStatus.OFFLINE

    @property
    def queues(self) -> tuple[QueueKey, ...]:
        """The queues in which the agent waits, or would wait."""
        return queues_spanned(self.gender, self.languages, self.topics, self.channel)

    @property
    def call_ids(self) -> tuple[str, ...]:
        """Its calls: ringing, in progress or in wrap-up."""
        return (*self.held, self.call_id) if self.call_id else self.held

    @property
    def rests(self) -> bool:
        """True during a rest after an unanswered offer."""
        return self.status is AgentStatus.AVAILABLE and self.until is not None

    def like(self, other: "Agent") -> "Agent":
        """This agent, or chat row, with the name, skills and team of another."""
        return replace(
            self,
            name=other.name,
            gender=other.gender,
            languages=other.languages,
            topics=other.topics,
            team=other.team,
        )

    def moved(self, status: AgentStatus, *, at: datetime, until: datetime | None = None) -> "Agent":
        """This agent in another status, without a call unless that status has one.

        Raises IllegalTransitionError if the transition is not allowed.
        """
        if status not in (CHAT_TRANSITIONS if self.channel else TRANSITIONS).get(self.status, ()):
            raise IllegalTransitionError(f"agent {self.agent_id}", self.status, status)
        # In wrap-up the agent keeps its call, so that a timer knows which wrap-up it ends.
        has_call = status in (AgentStatus.OFFERED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP)
        has_call &= status is AgentStatus.OFFERED or not self.channel
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

    def holding(self, held: Iterable[str], *, slots: int = 0) -> "Agent":
        """This chat row with these chats in progress, and other slots if given."""
        kept, slots = tuple(sorted(set(held))), slots or self.slots
        # An offer made before the slots were lowered may still be accepted.
        load = len(kept) + (self.status is AgentStatus.OFFERED)
        forced = load > slots and (self.is_forced or slots < self.slots)
        return replace(self, held=kept, slots=slots, is_forced=forced)

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
