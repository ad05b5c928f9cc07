"""Row of the page of calls. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from routing.model.calls import Call, CallStatus


@dataclass(frozen=True, kw_only=True)
class Row:
    """One call with its agent's name and its queue; wait and talk time once it is over.

    `attempts` is None if unknown.
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
    queued_at: datetime | None
    answered_at: datetime | None
    since: datetime
    waited: timedelta | None
    talked: timedelta | None


def row_of_call(call: Call, *, queue: str, names: Mapping[str, str]) -> Row:
    """The row of a call in the table."""
    served = call.answered_at or call.ended_at
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
        queued_at=call.queued_at,
        answered_at=call.answered_at,
        since=call.ended_at or call.status_since,
        waited=served - call.queued_at if served and call.queued_at else None,
        talked=call.ended_at - call.answered_at if call.ended_at and call.answered_at else None,
    )
