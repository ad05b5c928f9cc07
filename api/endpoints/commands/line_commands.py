"""Commands on those in line: the next call of an agent, the first call of a queue, failed calls restored."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.endpoints.commands.call_commands import CommandOut
from api.endpoints.commands.commanding import WITH_KEY, carried_out, strict
from operations.answers import Answer
from operations.catalogue import CATALOGUE
from operations.fields import OfQueue
from operations.operation import Invocation
from routing import selectors
from routing.model.calls import MAX_TEXT_LENGTH, Call
from routing.model.outcomes import Match
from routing.model.queues import CallEntry
from routing.runtime import router as routing

router = Router(tags=["calls"])
PEEK, OFFER, DEQUEUE, RESTORE = (
    CATALOGUE[name] for name in ("agent-peek", "agent-offer", "queue-dequeue", "dead-letters-restore")
)


class RestoredOut(Schema):
    """What was done, in a sentence; the ids of the calls restored, and why each of the others was not."""

    detail: str
    restored: list[str]
    refused: dict[str, str]


@router.get("/agents/{path:agent_id}/next", auth=Allowed(Scope.READ, PEEK.permission), response=CommandOut)
def agent_next(
    request: HttpRequest,
    agent_id: str,
    queue: Annotated[str, Query(max_length=MAX_TEXT_LENGTH, description="only this call queue")] = "",
) -> dict[str, Any]:
    """Returns the call that an agent would be offered now, without offering it; null if none fits."""
    answer = Invocation(PEEK, agent_id, OfQueue(queue=queue), "")(routing())
    return _shown(answer)


@router.post(
    "/agents/{path:agent_id}/offer",
    auth=Allowed(Scope.OPERATE, OFFER.permission),
    response=CommandOut,
    openapi_extra=WITH_KEY,
)
def agent_offer(request: HttpRequest, agent_id: str, found: strict(OFFER.fields)) -> dict[str, Any]:  # type: ignore[valid-type]  # made from the declaration
    """Offers a waiting agent the next matching call; `call` is null if none waits."""
    return _shown(carried_out(request, OFFER, agent_id, found, lambda _: {}))


@router.post(
    "/queues/{path:queue}/dequeue",
    auth=Allowed(Scope.OPERATE, DEQUEUE.permission),
    response=CommandOut,
    openapi_extra=WITH_KEY,
)
def queue_dequeue(request: HttpRequest, queue: str, found: strict(DEQUEUE.fields)) -> dict[str, Any]:  # type: ignore[valid-type]  # as above
    """Completes the first call of a queue without an agent; `call` is null if none waits."""
    return _shown(carried_out(request, DEQUEUE, queue, found, lambda _: {}))


@router.post(
    "/dead-letters/restore",
    auth=Allowed(Scope.OPERATE, RESTORE.permission),
    response=RestoredOut,
    openapi_extra=WITH_KEY,
)
def dead_letters_restore(request: HttpRequest, found: strict(RESTORE.fields)) -> dict[str, Any]:  # type: ignore[valid-type]  # as above
    """Puts failed calls back into their queues, each given as `<version>:<id>`, at that version only."""
    answer = carried_out(request, RESTORE, "", found, lambda _: {})
    return {"detail": answer.text, **answer.data}


def _shown(answer: Answer) -> dict[str, Any]:
    match answer.outcome:
        case Call() as call:
            return {"detail": answer.text, "call": call}
        case Match(call=entry) | (CallEntry() as entry):
            return {"detail": answer.text, "call": selectors.call(routing(), entry.call_id)}
    return {"detail": answer.text, "call": None}
