"""Calls: one call with its history."""

from django.http import HttpRequest
from ninja import Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.moments import Moment
from operations.operation import Permission
from routing import selectors
from routing.exceptions import UnknownCallError
from routing.model.calls import Call, CallStatus
from routing.runtime import router as routing

router = Router(tags=["calls"])


class NoteOut(Schema):
    """One line of a call's history."""

    at: Moment
    kind: str
    agent_id: str
    by: str
    reason: str


class CallOut(Schema):
    """A call. Priority 0 is served first; `band` is its rank after promotions; `notes` is its history.

    `responded_at` and `rating` (1 to 5, 0 without one) are of chats.
    """

    call_id: str
    status: CallStatus
    status_since: Moment
    language: str
    gender: str
    topic: str
    priority: int
    band: int
    caller: str
    source: str
    agent_id: str | None
    attempts: int
    created_at: Moment
    queued_at: Moment | None
    offered_at: Moment | None
    answered_at: Moment | None
    ended_at: Moment | None
    responded_at: Moment | None
    rating: int
    outcome: str
    outcome_note: str
    notes: list[NoteOut]
    version: int


@router.get("/calls/{path:call_id}", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=CallOut)
def call(request: HttpRequest, call_id: str) -> Call:
    """Returns one call with its history."""
    found = selectors.call(routing(), call_id)
    if found is None:
        raise UnknownCallError(call_id[:80])
    return found
