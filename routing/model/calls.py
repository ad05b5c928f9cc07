"""Call: fields, statuses, allowed transitions, limits. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from routing.exceptions import IllegalTransitionError, InvalidFieldError
from routing.model.agents import Agent, AgentStatus
from routing.model.copies import replace
from routing.model.queues import CALLS, QueueKey, call_queue
from routing.model.steps import Step

HIGHEST_PRIORITY = 0
LOWEST_PRIORITY = 9
DEFAULT_PRIORITY = 5
MAX_TEXT_LENGTH = 80
NOT_PRINTABLE = "no line breaks or other invisible characters"
# Agents who did not answer an offer come last for this call; a head of agents is that much longer.
REMEMBERED_TRIED = 4
# Length of a call's history; older events are dropped.
REMEMBERED_NOTES = 40
LOWEST_RATING, HIGHEST_RATING = 1, 5


class CallStatus(StrEnum):
    """Status of a call, with the value in the table."""

    CREATED = "created"
    QUEUED = "queued"
    OFFERED = "offered"
    IN_PROGRESS = "inProgress"
    COMPLETED = "completed"
    ABANDONED = "abandoned"
    REMOVED = "removed"
    REJECTED = "rejected"
    DEAD_LETTERED = "deadLettered"


ENDED = frozenset({CallStatus.COMPLETED, CallStatus.ABANDONED, CallStatus.REMOVED, CallStatus.REJECTED})
# Out of its queue without an answer.
SET_ASIDE = frozenset({CallStatus.REMOVED, CallStatus.REJECTED, CallStatus.DEAD_LETTERED})
IN_LINE = frozenset({CallStatus.QUEUED, CallStatus.OFFERED})
AWAITING = frozenset({CallStatus.QUEUED, CallStatus.OFFERED, CallStatus.IN_PROGRESS})
ANSWERED = frozenset({CallStatus.IN_PROGRESS, CallStatus.COMPLETED})
# Status of the agent by the status of its call.
AGENT_WITH = {CallStatus.OFFERED: AgentStatus.OFFERED, CallStatus.IN_PROGRESS: AgentStatus.ATTENDING_CALL}

_GIVEN_UP = frozenset({CallStatus.ABANDONED, CallStatus.REMOVED, CallStatus.DEAD_LETTERED})

TRANSITIONS: dict[CallStatus, frozenset[CallStatus]] = {
    CallStatus.CREATED: _GIVEN_UP | {CallStatus.QUEUED, CallStatus.REJECTED},
    CallStatus.QUEUED: _GIVEN_UP
    | {CallStatus.OFFERED, CallStatus.IN_PROGRESS, CallStatus.COMPLETED, CallStatus.REJECTED},
    CallStatus.OFFERED: _GIVEN_UP | {CallStatus.IN_PROGRESS, CallStatus.QUEUED},
    CallStatus.IN_PROGRESS: frozenset({CallStatus.COMPLETED, CallStatus.QUEUED}),
    CallStatus.DEAD_LETTERED: frozenset({CallStatus.QUEUED, CallStatus.ABANDONED, CallStatus.REMOVED}),
    **dict.fromkeys(ENDED, frozenset()),
}
# A robot may close a chat that no agent has seen, and get one from an agent.
CHAT_TRANSITIONS = {
    **TRANSITIONS,
    CallStatus.CREATED: TRANSITIONS[CallStatus.CREATED] | {CallStatus.COMPLETED},
    CallStatus.IN_PROGRESS: TRANSITIONS[CallStatus.IN_PROGRESS] | {CallStatus.CREATED},
}


@dataclass(frozen=True)
class Note:
    """One line of a call's history: event kind, time, agent, author and reason."""

    at: datetime
    kind: str
    agent_id: str = ""
    by: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Call:
    """One call as the table holds it. `version` counts its changes, `attempts` its offers to agents.

    Priority 0 is served first, 9 last; `band` is the current rank after promotions. `language`, `gender` and
    `topic` are those of the current step. `source` names the origin of the call (a trunk, a load run).
    `until` is the end of its status (created, offered) or the talk limit (in progress); `promote_at`,
    `relax_at` and `overflow_at` are the due times of a waiting call. `failures` counts unanswered offers
    since the call was created or restored, `error` is the outcome of the last.

    A chat has a `channel`, the conversation it belongs to and the scene it began in; in progress, `until` is
    when it closes if nobody writes. One that is created is with its `robot`, until it waits for an agent;
    `to_robot_at` is when an agent who had answered gave it to that robot.

    `rejoined_at` is when it went back to its queue after an answer: its place, `queued_at` and `ticket`,
    stays, its wait counts from then on.

    `responded_at` is when somebody of the service first wrote to a customer who had waited; a chat that goes
    on to another agent keeps it. `rating` is the customer's, from 1 to 5; 0 without one.

    `team` is that of the agent who has it, or had it last, at the time of the offer; empty while it waits.

    `outcome` is the code of what came of it, once its agent has chosen one, `outcome_note` the agent's note.
    """

    call_id: str
    language: str
    gender: str
    status: CallStatus
    status_since: datetime
    created_at: datetime
    topic: str = ""
    priority: int = DEFAULT_PRIORITY
    band: int = DEFAULT_PRIORITY
    caller: str = ""
    source: str = ""
    steps: tuple[Step, ...] = ()
    step: int = 0
    until: datetime | None = None
    promote_at: datetime | None = None
    relax_at: datetime | None = None
    overflow_at: datetime | None = None
    queued_at: datetime | None = None
    rejoined_at: datetime | None = None
    offered_at: datetime | None = None
    answered_at: datetime | None = None
    ended_at: datetime | None = None
    agent_id: str | None = None
    ticket: int | None = None
    attempts: int = 0
    tried: tuple[str, ...] = ()
    failures: int = 0
    error: str = ""
    first_failed_at: datetime | None = None
    last_failed_at: datetime | None = None
    notes: tuple[Note, ...] = ()
    version: int = 1
    operations: tuple[str, ...] = ()
    channel: str = CALLS
    chat_id: str = ""
    scene: str = ""
    responded_at: datetime | None = None
    rating: int = 0
    robot: str = ""
    to_robot_at: datetime | None = None
    outcome: str = ""
    outcome_note: str = ""
    team: str = ""

    @property
    def is_ended(self) -> bool:
        """True once no more changes are due on the call."""
        return self.status in ENDED

    @property
    def waiting_since(self) -> datetime | None:
        """Start of the call's wait, of several the last; None if it was never queued."""
        return self.rejoined_at or self.queued_at

    @property
    def left_at(self) -> datetime | None:
        """End of the call's wait; None while it waits or rings."""
        if self.answered_at is not None:
            return self.answered_at
        return self.ended_at or (self.status_since if self.status in SET_ASIDE | ENDED else None)

    @property
    def waited(self) -> timedelta | None:
        """The call's wait, ringing included; None before its end, and if it was never queued."""
        left = self.left_at
        return None if left is None or self.waiting_since is None else left - self.waiting_since

    @property
    def talked(self) -> timedelta | None:
        """Time with its agent until its end, or until a robot got it; None before its end or an answer."""
        if self.answered_at is None or self.ended_at is None:
            return None
        return (self.to_robot_at or self.ended_at) - self.answered_at

    @property
    def awaits_response(self) -> bool:
        """Whether a chat waits, or is with an agent, and nobody of the service has written yet."""
        return bool(self.channel) and self.status in AWAITING and self.responded_at is None

    @property
    def queue_due_at(self) -> datetime | None:
        """First due time of the call's wait, also while it rings."""
        return min((at for at in (self.promote_at, self.relax_at, self.overflow_at) if at), default=None)

    @property
    def due_at(self) -> datetime | None:
        """Due time of the current status, None without one."""
        return self.queue_due_at if self.status is CallStatus.QUEUED else self.until

    def queue(self, *, topics: bool) -> QueueKey:
        """The call queue it waits in, or would wait in; `topics`: they are routed by."""
        return call_queue(self.language, self.gender, self.topic if topics else "", self.channel)

    @property
    def preferred_agent(self) -> str:
        """The agent that the current step asks for, if any."""
        return self.steps[self.step].agent_id if self.step < len(self.steps) else ""

    def moved(self, status: CallStatus, *, at: datetime, until: datetime | None = None) -> "Call":
        """This call in another status, with the time of that status; due times of a wait end with it.

        An ended call keeps its steps only if they say more than its fields. Raises IllegalTransitionError if
        the transition is not allowed.
        """
        if status not in (CHAT_TRANSITIONS if self.channel else TRANSITIONS)[self.status]:
            raise IllegalTransitionError(f"call {self.call_id}", self.status, status)
        moved = replace(self, status=status, status_since=at, until=until)
        if status not in IN_LINE:
            moved = replace(moved, promote_at=None, relax_at=None, overflow_at=None)
        if status is CallStatus.IN_PROGRESS:
            return replace(moved, answered_at=at)
        if status is CallStatus.QUEUED:
            rejoined_at = self.rejoined_at if self.answered_at is None else at
            waiting = replace(moved, agent_id=None, team="", robot="", answered_at=None, ended_at=None)
            return replace(waiting, rejoined_at=rejoined_at, to_robot_at=None)
        if status is CallStatus.DEAD_LETTERED:
            return replace(moved, agent_id=None, team="")
        if not moved.is_ended:
            return moved
        is_plain = len(self.steps) == 1 and not self.preferred_agent
        return replace(moved, ended_at=at, steps=() if is_plain else self.steps)

    def queued(self, *, ticket: int, at: datetime) -> "Call":
        """This call waiting at a new place; its wait and its first response begin there."""
        waiting = replace(self.moved(CallStatus.QUEUED, at=at), ticket=ticket, queued_at=at)
        return replace(waiting, rejoined_at=None, responded_at=None)

    def with_robot(self, robot: str, *, at: datetime, until: datetime | None) -> "Call":
        """This chat in progress with a robot in place of its agent, and with no place in line.

        It has been answered, so it keeps the figures of that; a hand-over to agents begins new ones.
        """
        moved = self.moved(CallStatus.CREATED, at=at, until=until)
        return replace(moved, robot=robot, to_robot_at=at, agent_id=None, ticket=None, steps=(), step=0)

    def tried_with_agent(self) -> "Call":
        """This call; the agent it rang for comes last from now on."""
        return replace(self, tried=tried_with(self.tried, self.agent_id or ""))

    def failed(self, *, error: str, at: datetime) -> "Call":
        """This call after an unanswered offer."""
        return replace(
            self.tried_with_agent(),
            failures=self.failures + 1,
            error=error,
            first_failed_at=self.first_failed_at or at,
            last_failed_at=at,
        )

    def noted(self, note: Note) -> "Call":
        """This call with one more line in its history."""
        return replace(self, notes=(*self.notes, note)[-REMEMBERED_NOTES:])


def is_with(call: Call, agent: Agent) -> bool:
    """Whether the two have each other: the call rings for the agent, or is in progress with it."""
    if call.agent_id != agent.agent_id:
        return False
    if call.channel and call.status is CallStatus.IN_PROGRESS:
        return call.call_id in agent.held
    return call.call_id == agent.call_id and AGENT_WITH.get(call.status) is agent.status


def tried_with(tried: tuple[str, ...], agent_id: str) -> tuple[str, ...]:
    """The agents who come last for a call, with one more."""
    return (*(one for one in tried if one != agent_id), agent_id)[-REMEMBERED_TRIED:]


def check_call_fields(*, priority: int, **texts: str) -> None:
    """Raises InvalidFieldError if the priority is out of range or a text is too long."""
    if not HIGHEST_PRIORITY <= priority <= LOWEST_PRIORITY:
        raise InvalidFieldError(
            "priority", priority, f"from {HIGHEST_PRIORITY} (first) to {LOWEST_PRIORITY} (last)"
        )
    for field, text in texts.items():
        if len(text) > MAX_TEXT_LENGTH:
            raise InvalidFieldError(field, f"{text[:20]}…", f"at most {MAX_TEXT_LENGTH} characters")


MAX_REASON_LENGTH = 60


def check_reason(reason: str, *, required: bool = False) -> None:
    """Raises InvalidFieldError if a reason is too long, or a required one is missing."""
    if required and not reason.strip():
        raise InvalidFieldError("reason", reason, "give a reason of 1 to 60 characters")
    if len(reason) > MAX_REASON_LENGTH:
        raise InvalidFieldError("reason", f"{reason[:20]}…", f"at most {MAX_REASON_LENGTH} characters")
