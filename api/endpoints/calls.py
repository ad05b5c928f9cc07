"""Calls: one call with its history, at once or as soon as it changes."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Query, Router
from pydantic import model_validator

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.answers import Shown, etag
from api.conventions.later import Later
from api.conventions.moments import Moment
from live.hub.call_news import call_beyond
from operations.operation import Permission
from routing import selectors
from routing.exceptions import UnknownCallError
from routing.model.calls import Call, CallStatus
from routing.runtime import router as routing
from routing.services.outcome_saving import lacks_outcome

router = Router(tags=["calls"])
MOST_WAIT_SECONDS = 30
AfterVersion = Annotated[int | None, Query(ge=0, description="wait for a version later than this")]
Wait = Annotated[
    float,
    Query(ge=0, le=MOST_WAIT_SECONDS, description="most seconds to wait for a later version"),
]


class NoteOut(Shown):
    """One line of a call's history."""

    at: Moment
    kind: str
    agent_id: str
    by: str
    reason: str


class CallOut(Shown):
    """A call. Priority 0 is served first; `band` is its rank after promotions; `notes` is its history.

    `waiting_since` is the start of its wait: `queued_at`, or when an agent who had answered gave it back.
    `team` is that of its agent. `responded_at` and `rating` (1 to 5, 0 without one) are of chats. With
    `needs_outcome` its agent has to choose an outcome before the wrap-up, or the chat, ends.
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
    team: str
    attempts: int
    created_at: Moment
    queued_at: Moment | None
    waiting_since: Moment | None
    offered_at: Moment | None
    answered_at: Moment | None
    ended_at: Moment | None
    responded_at: Moment | None
    rating: int
    outcome: str
    outcome_note: str
    needs_outcome: bool
    notes: list[NoteOut]
    version: int

    @model_validator(mode="before")
    @classmethod
    def _of_call(cls, found: object) -> object:
        """The fields of a call, with what follows from them."""
        if not isinstance(found, Call):
            return found
        needs_outcome = lacks_outcome(routing(), found)
        return {**vars(found), "waiting_since": found.waiting_since, "needs_outcome": needs_outcome}


@router.get("/calls/{path:call_id}", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=CallOut)
def call(
    request: HttpRequest,
    response: HttpResponse,
    call_id: str,
    after_version: AfterVersion = None,
    wait: Wait = 0,
) -> Call | Later:
    """Returns one call with its history; with `wait`, as soon as it has a later version."""
    found = _existing(selectors.call(routing(), call_id), call_id)
    if after_version is None or found.version > after_version or not wait:
        response.headers["ETag"] = etag(found.version)
        return found

    async def finish() -> HttpResponse:
        changed = await call_beyond(routing(), call_id, version=after_version, seconds=wait)
        shown = CallOut.model_validate(_existing(changed, call_id))
        return JsonResponse(shown.model_dump(mode="json"), headers={"ETag": etag(shown.version)})

    return Later(request, finish)


def _existing(found: Call | None, call_id: str) -> Call:
    if found is None:
        raise UnknownCallError(call_id[:80])
    return found
