"""Commands of the catalogue over HTTP: fields, the `Idempotency-Key`, outcome or problem."""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from pydantic import BaseModel, ConfigDict, model_validator

from api.access.acting import acting_by
from api.access.allowed import caller_of
from api.access.key_header import PARAMETER, command_of
from api.conventions.faults import problem_of
from api.conventions.problems import wrong_field
from operations.answers import Answer
from operations.fields import AtVersion, Fields
from operations.operation import Found, Invocation, Operation
from routing.exceptions import RoutingError
from routing.router import Router as Centre
from routing.runtime import router as routing
from routing.services import command_check, command_claim

WITH_KEY: dict[str, Any] = {"parameters": [PARAMETER]}
IF_MATCH = "If-Match"
ETAG = re.compile(r'"?([1-9][0-9]{0,17})"?')
VERSION_PARAMETER = {
    "name": IF_MATCH,
    "in": "header",
    "description": "the version, as in `ETag`; at another version the response is 409",
    "schema": {"type": "string", "pattern": f"^{ETAG.pattern}$"},
}
AT_VERSION: dict[str, Any] = {"parameters": [PARAMETER, VERSION_PARAMETER]}
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
    present: Callable[[Answer], Mapping[str, BaseModel]],
    **differently: Any,
) -> Answer:
    """The answer. Raises RoutingError, DynamoError, and Problem: 409 with what is `present` then.

    The router may be set up `differently` in some fields.
    """
    caller = caller_of(request)
    command = command_of(request, operation.name, caller.party)
    centre: Centre = acting_by(request, routing(), command=command, **differently)
    centre = command_claim(centre) if operation.found is Found.PART_BY_PART else centre
    try:
        answer = Invocation(operation, subject, _at_version(request, found), caller.name)(centre)
    except RoutingError:
        command_check(centre)  # the sender of a key that is in use must hear of that first
        raise
    if not answer.is_refusal:
        return answer
    problem = problem_of(answer)
    if answer.status == HTTPStatus.CONFLICT and (shown := present(answer)):
        problem.present = {name: one.model_dump(mode="json") for name, one in shown.items()}
    raise problem


def _at_version(request: HttpRequest, found: Fields) -> Fields:
    """The fields with the version of `If-Match`. Raises Problem: 400 unless it is one, and the only one."""
    given = request.headers.get(IF_MATCH)
    if given is None:
        return found
    version = ETAG.fullmatch(given)
    if version is None or not isinstance(found, AtVersion):
        raise wrong_field(IF_MATCH, 'must be a version such as "17", of what the command changes')
    if found.expected_version not in (None, int(version[1])):
        raise wrong_field(IF_MATCH, "must be the same as expected_version")
    return found.model_copy(update={"expected_version": int(version[1])})
