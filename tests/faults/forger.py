"""Forger: answers a client's requests in place of DynamoDB, through botocore's hook; nothing is sent."""

import io
import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, Self

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.compat import HTTPHeaders

from tests.faults.answers import Answer

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_EVENT: Final = "before-send.dynamodb"

PASS: Final = None
"""In a queue of answers: this request goes through to the real engine."""


class Forger:
    """Gives prepared answers to the next requests of an operation, and passes all others on.

    An answer may also be an exception of botocore, raised as if the network had failed. `sent` lists
    every request seen, as operation and body, forged or not. As a context manager it stops at the end.
    """

    def __init__(self, client: "DynamoDBClient") -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self._queues: dict[str, deque[Answer | Exception | None]] = defaultdict(deque)
        self._rule: Callable[[str, dict[str, Any]], Answer | None] = lambda _operation, _body: None
        self._events = client.meta.events
        # The stubs know only handlers that return nothing; this event takes what a handler returns.
        register: Callable[[str, Callable[..., Any]], None] = self._events.register
        register(_EVENT, self._answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        unregister: Callable[[str, Callable[..., Any]], None] = self._events.unregister
        unregister(_EVENT, self._answer)

    def next(self, operation: str, *answers: Answer | Exception | None) -> None:
        """Queues answers for an operation by its API name, for example `TransactWriteItems`."""
        self._queues[operation].extend(answers)

    def always(self, rule: Callable[[str, dict[str, Any]], Answer | None]) -> None:
        """Asks `rule(operation, body)` whenever nothing is queued; None lets the request through.

        A rule with a random generator forges a share of all requests.
        """
        self._rule = rule

    def clear(self) -> None:
        """Forgets what is queued and what was sent."""
        self._queues.clear()
        self.sent.clear()

    def count(self, operation: str) -> int:
        """How many requests of the operation were seen."""
        return sum(name == operation for name, _ in self.sent)

    def _answer(self, request: AWSPreparedRequest, **_: object) -> AWSResponse | None:
        operation = _text(request.headers["X-Amz-Target"]).rpartition(".")[2]
        body = json.loads(_text(request.body))
        self.sent.append((operation, body))
        queue = self._queues[operation]
        answer = queue.popleft() if queue else self._rule(operation, body)
        if isinstance(answer, Exception):
            raise answer
        return None if answer is None else _response(str(request.url), answer)


class _Body(io.BytesIO):
    """A body as urllib3 hands it out."""

    def stream(self) -> Iterator[bytes]:
        yield self.read()


def _response(url: str, answer: Answer) -> AWSResponse:
    headers = HTTPHeaders.from_dict({"Content-Type": "application/x-amz-json-1.0"})
    return AWSResponse(url, answer.status, headers, _Body(answer.text))


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
