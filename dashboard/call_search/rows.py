"""Row of the page of calls, and pages of rows. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from routing.calls import Call, CallStatus

T = TypeVar("T")
PAGE_SIZE = 25


@dataclass(frozen=True, kw_only=True)
class Row:
    """One call with its agent's name and its queue; how long it waited and was talked to, once it is over.

    `attempts` is None where nobody counted.
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


@dataclass(frozen=True)
class Page(Generic[T]):
    """The rows of one page, counted from 1. `total` is None where only that there are more is known."""

    rows: Sequence[T]
    number: int
    is_last: bool
    total: int | None = None

    @property
    def first(self) -> int:
        """The number of the first row of all."""
        return (self.number - 1) * PAGE_SIZE + 1

    @property
    def last(self) -> int:
        """The number of the last row of this page."""
        return self.first + len(self.rows) - 1


def page_of(rows: Sequence[T], number: int, *, is_all: bool = True) -> Page[T]:
    """One page of these rows; the last one where there are fewer. `is_all`: there are no more than these."""
    pages = max(1, -(-len(rows) // PAGE_SIZE))
    here = min(number, pages)
    shown = rows[(here - 1) * PAGE_SIZE : here * PAGE_SIZE]
    return Page(shown, here, here * PAGE_SIZE >= len(rows), len(rows) if is_all else None)


def row_of_call(call: Call, *, queue: str, names: Mapping[str, str]) -> Row:
    """The row of a call as the table has it."""
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
