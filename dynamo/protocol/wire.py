"""Wire: DynamoDB's JSON protocol below boto3's operations, with boto3's credentials, signer and connections.

A request is JSON already and has no binary values, so boto3's walk through the model of its fields, its rules
for endpoints and its parser have nothing to add. They took a third of the CPU time of a small read, and
half of that of a large transaction.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from botocore.awsrequest import AWSRequest
from botocore.client import BaseClient
from botocore.exceptions import ClientError
from botocore.parsers import ResponseParserError

if TYPE_CHECKING:
    from botocore.awsrequest import AWSPreparedRequest, AWSResponse
    from botocore.endpoint import Endpoint
    from botocore.hooks import BaseEventHooks
    from botocore.signers import RequestSigner

    from dynamo.protocol.direct import DirectSession, Reply

SERVICE: Final = "dynamodb"
SIGNATURE: Final = "v4"
HEADERS: Final = {"Content-Type": "application/x-amz-json-1.0", "User-Agent": "dynamo"}
GARBLED: Final = "A reply of status 200 without a JSON object does not come from DynamoDB."
_to_text = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def speak_plain_json(events: BaseEventHooks) -> None:
    """Makes clients of a session send their parameters unchanged, and return replies unchanged.

    Moments in replies stay numbers. Hooks of `before-send` see each request, and may answer it.
    """
    events.register(f"creating-client-class.{SERVICE}", _add_plain_calls, unique_id=__name__)


def check_replies(events: BaseEventHooks) -> None:
    """Makes clients with boto3's own calls refuse what is no JSON; they would take it for an empty reply."""
    events.register(f"before-parse.{SERVICE}", _check_reply, unique_id=f"{__name__}.replies")


def _check_reply(response_dict: dict[str, Any], **_: object) -> None:
    if response_dict["status_code"] == HTTPStatus.OK and _json_object(response_dict["body"]) is None:
        raise ResponseParserError(GARBLED)


def _add_plain_calls(base_classes: list[type], **_: object) -> None:
    base_classes.insert(0, PlainCalls)


class PlainCalls(BaseClient):
    """The calls of a client of DynamoDB, each one signed POST."""

    _request_signer: RequestSigner
    _endpoint: Endpoint
    _direct: DirectSession | None = None

    def go_direct(self, direct: DirectSession) -> None:
        """From now on requests go over these connections, unsigned."""
        self._direct = direct

    def close(self) -> None:
        """Closes all connections."""
        super().close()
        if self._direct:
            self._direct.close()

    def _make_api_call(self, operation_name: str, api_params: dict[str, Any]) -> dict[str, Any]:
        """The body of the reply. Raises ClientError, BotoCoreError and ResponseParserError as boto3 does."""
        headers = {"X-Amz-Target": f"DynamoDB_20120810.{operation_name}", **HEADERS}
        body = _to_text(api_params).encode()
        request = self._direct.request(headers, body) if self._direct else self._signed(headers, body)
        event = f"before-send.{SERVICE}.{operation_name}"
        answers = (answer for _, answer in self.meta.events.emit(event, request=request))
        session = self._direct or self._endpoint.http_session
        return _body_of(next(filter(None, answers), None) or session.send(request), operation_name)

    def _signed(self, headers: dict[str, str], body: bytes) -> AWSPreparedRequest:
        url = f"{self.meta.endpoint_url.rstrip('/')}/"
        request = AWSRequest(method="POST", url=url, headers=headers, data=body)
        signer = self._request_signer.get_auth_instance(SERVICE, self.meta.region_name, SIGNATURE)
        signer.add_auth(request)
        return request.prepare()


def _body_of(reply: AWSResponse | Reply, operation_name: str) -> dict[str, Any]:
    body = _json_object(reply.content)
    if reply.status_code == HTTPStatus.OK:
        if body is None:
            raise ResponseParserError(GARBLED)
        return body
    raise ClientError(_refusal(reply.status_code, body or {}), operation_name)


def _refusal(status: int, body: dict[str, Any]) -> Any:
    """The same fields as in boto3's exceptions; the kind of an error stands after its namespace."""
    code = str(body.pop("__type", status)).rpartition("#")[2]
    message = body.pop("message", None) or body.pop("Message", "")
    error = {"Code": code, "Message": message}
    return {**body, "Error": error, "ResponseMetadata": {"HTTPStatusCode": status, "RetryAttempts": 0}}


def _json_object(text: bytes) -> dict[str, Any] | None:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None
