"""Calls that come in: saved and queued in one request, once for each id or `Idempotency-Key`."""

from django.http import HttpRequest
from ninja import Router

from api.access.allowed import Allowed, caller_of
from api.access.scopes import Scope
from api.endpoints.commands.call_callbacks import WithCallback, with_callback
from api.endpoints.commands.call_commands import CommandOut
from api.endpoints.commands.commanding import WITH_KEY, carried_out, strict
from operations.catalogue import CATALOGUE
from operations.operation import Permission
from routing.router import Seen

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
    found: strict(ENQUEUE.fields, WithCallback),  # type: ignore[valid-type]  # made from the declaration
) -> CommandOut:
    """Saves and queues a call. With your own id in `call`, or a key, a repeat returns the same one.

    The `source` of a program's call is the program's name, unless another is given.
    """
    caller = caller_of(request)
    is_program = caller.kind == "program"
    found = with_callback(request, ENQUEUE.name, found)
    asked = found.model_copy(update={"source": found.source or caller.name}) if is_program else found
    # Ids are usually new, so the first write is tried without reading whether the call exists. A switch sends
    # many calls, and each names it as its source: the audit log is for what people do.
    centre = {"seen": Seen(absent=found.call_id or ""), **({"origin": ""} if is_program else {})}
    answer = carried_out(request, ENQUEUE, "", asked, lambda _: {}, **centre)
    return CommandOut.of(answer, answer.data["id"])
