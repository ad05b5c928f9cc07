"""Commands of the catalogue over HTTP: fields, the `Idempotency-Key`, outcome or problem."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from ninja import Schema
from pydantic import ConfigDict, model_validator

from api.access.allowed import caller_of
from api.access.client_address import client_address
from api.access.key_header import FORM, HEADER, command_of
from api.conventions.faults import problem_of
from operations.answers import Answer
from operations.fields import Fields
from operations.operation import Invocation, Operation
from routing.exceptions import RoutingError
from routing.router import Router as Centre
from routing.runtime import router as routing
from routing.services import command_check, command_claim

KEY_PARAMETER = {
    "name": HEADER,
    "in": "header",
    "description": "your own key for the command, kept for 24 hours",
    "schema": {"type": "string", "pattern": f"^{FORM.pattern}$"},
}
WITH_KEY: dict[str, Any] = {"parameters": [KEY_PARAMETER]}
DERIVED_CHARACTERS = 24  # 96 bits: no two keys give the same id


class NoOthers(Fields):
    """Fields in which null means absent, as on pages."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _given(cls, sent: Any) -> Any:
        return (
            {name: one for name, one in sent.items() if one is not None} if isinstance(sent, dict) else sent
        )


def strict(fields: type[Fields], *more: type[Fields]) -> type[Fields]:
    """The fields, with `more`, and no others."""
    name = "".join(one.__name__ for one in (fields, *more))
    return type(name, (NoOthers, *more, fields), {"__doc__": fields.__doc__})


def carried_out(
    request: HttpRequest,
    operation: Operation,
    subject: str,
    found: Fields,
    present: Callable[[Answer], dict[str, Schema]],
    **differently: Any,
) -> Answer:
    """The answer. Raises RoutingError, DynamoError, and Problem: 409 with what is `present` then.

    The router may be set up `differently` in some fields.
    """
    caller = caller_of(request)
    usual = {
        "origin": client_address(request),
        "actor": caller.name,
        "command": command_of(request, operation.name, caller.party),
    }
    centre: Centre = replace(routing(), **{**usual, **differently})
    try:
        answer = Invocation(operation, subject, found, caller.name)(centre)
    except RoutingError:
        command_check(centre)  # the sender of a key that is in use must hear of that first
        raise
    if not answer.is_refusal:
        return answer
    problem = problem_of(answer)
    if answer.status == HTTPStatus.CONFLICT and (shown := present(answer)):
        problem.present = {name: one.model_dump(mode="json") for name, one in shown.items()}
    raise problem


def id_of_key(request: HttpRequest, command_name: str) -> str:
    """The id of what a request with an `Idempotency-Key` creates, the same for each repeat; else empty.

    Raises KeyReusedError, InvalidFieldError, DynamoError.
    """
    command = command_of(request, command_name, caller_of(request).party)
    if command is None:
        return ""
    command_claim(replace(routing(), command=command))
    return command.key[:DERIVED_CHARACTERS]
