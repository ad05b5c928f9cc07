"""Commands on calls, from the catalogue of operations, carried out once for each `Idempotency-Key`."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import ConfigDict, model_validator

from api.access.allowed import Allowed, caller_of
from api.access.client_address import client_address
from api.access.key_header import FORM, HEADER, command_of
from api.access.scopes import Scope
from api.conventions.faults import problem_of
from api.endpoints.calls import CallOut
from operations.answers import Answer
from operations.catalogue import CATALOGUE
from operations.fields import Fields
from operations.operation import Invocation, Operation, Subject
from routing import selectors
from routing.exceptions import RoutingError
from routing.router import Router as Centre
from routing.runtime import router as routing
from routing.services import command_check

router = Router(tags=["calls"])
KEY_PARAMETER = {
    "name": HEADER,
    "in": "header",
    "description": "your own id for the command, kept for 24 hours",
    "schema": {"type": "string", "pattern": f"^{FORM.pattern}$"},
}
Done = Callable[[HttpRequest, str, Any], dict[str, Any]]


class CommandOut(Schema):
    """What was done, in a sentence, and the call now."""

    detail: str
    call: CallOut | None


class NoOthers(Fields):
    """Fields in which null means absent, as on pages."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _given(cls, sent: Any) -> Any:
        return (
            {name: one for name, one in sent.items() if one is not None} if isinstance(sent, dict) else sent
        )


def _endpoint(operation: Operation) -> Done:
    """The endpoint of an operation, which takes the operation's fields."""

    def command(request: HttpRequest, call_id: str, found: Any) -> dict[str, Any]:
        answer = _carried_out(request, operation, call_id, found)
        return {"detail": answer.text, "call": selectors.call(routing(), call_id)}

    command.__annotations__["found"] = _strict(operation.fields)
    command.__name__ = operation.name.replace("-", "_")
    return command


def _strict(fields: type[Fields]) -> type[Fields]:
    """The fields, and no others."""
    return type(fields.__name__, (NoOthers, fields), {"__doc__": fields.__doc__})


def _carried_out(request: HttpRequest, operation: Operation, call_id: str, found: Fields) -> Answer:
    """The answer. Raises RoutingError, DynamoError, and Problem: 409 with the call's current state."""
    caller = caller_of(request)
    centre: Centre = replace(
        routing(),
        origin=client_address(request),
        actor=caller.name,
        command=command_of(request, operation.name, caller.party),
    )
    try:
        answer = Invocation(operation, call_id, found, caller.name)(centre)
    except RoutingError:
        command_check(centre)  # the sender of a key that is in use must hear of that first
        raise
    if not answer.is_refusal:
        return answer
    problem = problem_of(answer)
    if answer.status == HTTPStatus.CONFLICT and (present := selectors.call(routing(), call_id)):
        problem.present = {"call": CallOut.model_validate(present).model_dump(mode="json")}
    raise problem


for one in CATALOGUE.values():
    if one.subject is Subject.CALL:
        router.post(
            f"/calls/{{path:call_id}}/{one.verb}",
            auth=Allowed(Scope.OPERATE, one.permission),
            response=CommandOut,
            summary=one.help,
            url_name=f"v1-{one.name}",
            operation_id=one.name,
            openapi_extra={"parameters": [KEY_PARAMETER]},
        )(_endpoint(one))
