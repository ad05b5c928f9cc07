"""Commands on calls, from the catalogue of operations, carried out once for each `Idempotency-Key`."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Self

from django.http import HttpRequest
from ninja import Router
from pydantic import BaseModel

from api.access.allowed import Allowed, caller_of
from api.access.callers import Caller
from api.access.scopes import Scope
from api.conventions.answers import Shown
from api.conventions.problems import Problem
from api.endpoints.calls import CallOut
from api.endpoints.commands.commanding import AT_VERSION, carried_out, strict
from api.endpoints.conversing import NO_DESK
from messaging.model.parties import PartyKind
from operations.answers import Answer
from operations.catalogue import CATALOGUE
from operations.fields import Fields
from operations.operation import Operation, Permission, Subject
from routing import selectors
from routing.model.calls import Call
from routing.runtime import router as routing

router = Router(tags=["calls"])


class CommandOut(Shown):
    """What was done, in a sentence, and the call now."""

    detail: str
    call: CallOut | None

    @classmethod
    def of(cls, answer: Answer, call_id: str) -> Self:
        """With the call as the command left it; read if the service answers something else."""
        call = answer.outcome if isinstance(answer.outcome, Call) else selectors.call(routing(), call_id)
        return cls.model_validate({"detail": answer.text, "call": call})


def _endpoint(operation: Operation) -> Callable[[HttpRequest, str, Any], CommandOut]:
    """The endpoint of an operation, which takes the operation's fields."""

    def command(request: HttpRequest, call_id: str, found: Any) -> CommandOut:
        asked = _own(caller_of(request), found) if operation.for_its_agent else found
        answer = carried_out(request, operation, call_id, asked, lambda _: _present(call_id))
        return CommandOut.of(answer, call_id)

    command.__annotations__["found"] = strict(operation.fields)
    command.__name__ = operation.name.replace("-", "_")
    return command


def _own(caller: Caller, found: Fields) -> Fields:
    """The fields, those of an agent about own calls only. Raises Problem: 403."""
    if caller.scopes or Permission.SUPERVISE in caller.permissions:
        return found
    kind, _, name = caller.party.partition(":")
    if kind != PartyKind.AGENT:
        raise Problem(HTTPStatus.FORBIDDEN, NO_DESK, "no_desk")
    return found.model_copy(update={"agent_id": name})


def _present(call_id: str) -> dict[str, BaseModel]:
    found = selectors.call(routing(), call_id)
    return {"call": CallOut.model_validate(found)} if found else {}


for one in CATALOGUE.values():
    if one.subject is Subject.CALL:
        router.post(
            f"/calls/{{path:call_id}}/{one.verb}",
            auth=Allowed(Scope.OPERATE, Permission.CHOOSE if one.for_its_agent else one.permission),
            response=CommandOut,
            summary=one.help,
            url_name=f"v1-{one.name}",
            operation_id=one.name,
            openapi_extra=AT_VERSION,
        )(_endpoint(one))
