"""Row of one call in a list, from the table or from the history."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from reporting.history.stripping import STRIPPED
from reporting.models import CallRecord
from routing.model.calls import Call, CallStatus


@dataclass(frozen=True, kw_only=True)
class Row:
    """One call with its agent's name and its queue; wait and talk time once it is over.

    `attempts` is None if unknown; `outcome` is the code that its agent chose. `is_erased`: only figures of it
    are kept.
    """

    call_id: str
    caller: str
    status: CallStatus
    queue: str
    priority: int
    band: int
    agent: str
    agent_id: str
    attempts: int | None
    created_at: datetime
    waiting_since: datetime | None
    answered_at: datetime | None
    since: datetime
    waited: timedelta | None
    talked: timedelta | None
    outcome: str
    is_erased: bool = False


def row_of_call(call: Call, *, queue: str, names: Mapping[str, str]) -> Row:
    return Row(
        call_id=call.call_id,
        caller=call.caller,
        status=call.status,
        queue=queue,
        priority=call.priority,
        band=call.band,
        agent=names.get(call.agent_id or "", call.agent_id or ""),
        agent_id=call.agent_id or "",
        attempts=call.attempts,
        created_at=call.created_at,
        waiting_since=call.waiting_since,
        answered_at=call.answered_at,
        since=call.ended_at or call.status_since,
        waited=call.waited,
        talked=call.talked,
        outcome=call.outcome,
    )


def row_of_record(record: CallRecord) -> Row:
    return Row(
        call_id=record.call_id,
        caller=record.caller,
        status=CallStatus(record.status),
        queue=record.queue,
        priority=record.priority,
        band=record.priority,
        agent=record.agent_name or record.agent_id,
        agent_id=record.agent_id,
        attempts=record.attempts,
        created_at=record.created_at,
        waiting_since=record.queued_at,
        answered_at=record.answered_at,
        since=record.ended_at,
        waited=None if record.waited_ms is None else timedelta(milliseconds=record.waited_ms),
        talked=timedelta(milliseconds=record.talk_ms) if record.answered_at else None,
        outcome=record.outcome_code,
        is_erased=record.call_id.startswith(STRIPPED),
    )
