"""Calls that come in: saved and queued in one request, once for each id or `Idempotency-Key`."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.endpoints.commands.call_commands import CommandOut
from api.endpoints.commands.commanding import WITH_KEY, carried_out, strict
from operations.catalogue import CATALOGUE
from operations.operation import Permission
from routing import selectors
from routing.runtime import router as routing

router = Router(tags=["calls"])
ENQUEUE = CATALOGUE["call-enqueue"]


@router.post(
    "/calls",
    auth=Allowed(Scope.OPERATE, Permission.SUPERVISE),
    response={201: CommandOut},
    openapi_extra=WITH_KEY,
)
def call_send(
    request: HttpRequest,
    found: strict(ENQUEUE.fields),  # type: ignore[valid-type]  # made from the declaration
) -> dict[str, Any]:
    """Saves and queues a call. With your own id in `call`, or a key, a repeat returns the same one."""
    answer = carried_out(request, ENQUEUE, "", found, lambda _: {})
    call = selectors.call(routing(), answer.data["id"])
    return {"detail": answer.text, "call": call}
