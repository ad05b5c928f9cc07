"""Facts of an ended call for the history, and the intervals it counts in. Pure.

The definitions are those of the board: answered, abandoned (the caller hung up before an answer), set aside
(all others). A call counts in the interval in which it was queued; one never queued counts in none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from routing.folding import search_text
from routing.model.calls import Call, CallStatus
from routing.model.service_level import ServiceLevel, answered_within, responded_within, response_seconds

QUARTER_MINUTES = 15
LENGTHS_MINUTES = (QUARTER_MINUTES, 30)
ANSWERED, ABANDONED, SET_ASIDE = "answered", "abandoned", "setAside"


@dataclass(frozen=True, kw_only=True)
class CallFacts:
    """One ended call, with the fields of a call record. `agent_group` is the team that answered it."""

    call_id: str
    version: int
    queue: str
    agent_group: str
    agent_id: str
    agent_name: str
    caller: str
    search: str
    source: str
    attempts: int
    priority: int
    status: str
    outcome: str
    created_at: datetime
    queued_at: datetime | None
    quarter: datetime | None
    answered_at: datetime | None
    ended_at: datetime
    waited_ms: int | None
    talk_ms: int
    hold_ms: int | None
    wrap_up_ms: int | None
    target_ms: int
    within_target: bool
    abandoned_soon: bool
    scene: str
    outcome_code: str
    responded_ms: int | None
    response_target_ms: int | None
    responded_within: bool
    rating: int


@dataclass(frozen=True, order=True)
class Slot:
    """One interval: a row of the table of intervals."""

    length_minutes: int
    start: datetime
    queue: str
    agent_group: str
    scene: str = ""

    @property
    def quarters(self) -> list[datetime]:
        """The start of each quarter of an hour in it."""
        return [self.start + timedelta(minutes=at) for at in range(0, self.length_minutes, QUARTER_MINUTES)]


def call_facts(
    call: Call,
    *,
    queue: str,
    target_ms: int,
    level: ServiceLevel,
    wrap_up_ms: int | None = None,
    agent_name: str = "",
    response_target_ms: int | None = None,
) -> CallFacts | None:
    """The facts of an ended call; None before its end. An answer within `target_ms` is in time.

    `response_target_ms` is that of a chat's first response.
    """
    if not call.is_ended or call.ended_at is None:
        return None
    responded = response_seconds(call)
    return CallFacts(
        call_id=call.call_id,
        version=call.version,
        queue=queue,
        agent_group=call.team if call.answered_at else "",
        agent_id=call.agent_id or "",
        agent_name=agent_name,
        caller=call.caller,
        search=call_search(call, queue=queue, agent_name=agent_name),
        source=call.source,
        attempts=call.attempts,
        priority=call.priority,
        status=str(call.status),
        outcome=_outcome(call),
        created_at=call.created_at,
        queued_at=call.queued_at,
        quarter=slot_start(call.queued_at, QUARTER_MINUTES) if call.queued_at else None,
        answered_at=call.answered_at,
        ended_at=call.ended_at,
        waited_ms=None if call.waited is None else _milliseconds(call.waited),
        talk_ms=_milliseconds(call.talked or timedelta()),
        hold_ms=None,
        wrap_up_ms=0 if call.channel and call.answered_at else wrap_up_ms,
        target_ms=target_ms,
        within_target=answered_within(call, target_ms / 1000),
        abandoned_soon=level.abandoned_soon(call),
        scene=call.scene,
        outcome_code=call.outcome,
        responded_ms=None if responded is None else round(responded * 1000),
        response_target_ms=response_target_ms,
        responded_within=response_target_ms is not None and responded_within(call, response_target_ms / 1000),
        rating=call.rating,
    )


def call_search(call: Call, *, queue: str, agent_name: str) -> str:
    """The searchable text of the call: caller, id, agent, queue, topic and source; conversation, scene and
    the code of its outcome.
    """
    return search_text(
        call.caller,
        call.call_id,
        call.agent_id or "",
        agent_name,
        queue,
        call.topic,
        call.source,
        call.error,
        call.chat_id,
        call.scene,
        call.outcome,
    )


def slots_of(queued_at: datetime | None, queue: str, agent_group: str, scene: str = "") -> Iterator[Slot]:
    """The intervals in which a call counts, one of each length."""
    if queued_at is not None:
        for minutes in LENGTHS_MINUTES:
            yield Slot(minutes, slot_start(queued_at, minutes), queue, agent_group, scene)


def slot_start(at: datetime, minutes: int) -> datetime:
    """The start of a moment's interval; intervals follow the hours of UTC."""
    here = at.astimezone(UTC)
    return here.replace(minute=here.minute // minutes * minutes, second=0, microsecond=0)


def _outcome(call: Call) -> str:
    if call.answered_at is not None:
        return ANSWERED
    return ABANDONED if call.status is CallStatus.ABANDONED else SET_ASIDE


def _milliseconds(lasted: timedelta) -> int:
    return max(0, round(lasted / timedelta(milliseconds=1)))
