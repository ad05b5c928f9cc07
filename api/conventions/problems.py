"""Problem: an API error (RFC 9457) with code, field, limit, and whether anything changed."""

import dataclasses
from collections.abc import Mapping
from enum import Enum
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, JsonResponse

MEDIA_TYPE: Final = "application/problem+json"
RETRY_AFTER_SECONDS = 2
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

CODES = {
    HTTPStatus.BAD_REQUEST: "bad_request",
    HTTPStatus.UNAUTHORIZED: "unauthorized",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.CONFLICT: "conflict",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
    HTTPStatus.UNPROCESSABLE_ENTITY: "reused",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many_requests",
    HTTPStatus.INTERNAL_SERVER_ERROR: "internal",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}


class Changed(Enum):
    """Whether the request changed anything; UNKNOWN: its reply was lost, and it may be sent again."""

    YES = True
    NO = False
    UNKNOWN = "unknown"


@dataclasses.dataclass(eq=False)
class Problem(Exception):  # noqa: N818 - RFC 9457 calls it so
    """An error response. `detail` is one sentence for people, `code` the same for programs.

    `limit` is the field's maximum or minimum; `present` has the current state after a conflict.
    """

    status: int
    detail: str
    code: str = ""
    field: str = ""
    limit: float | None = None
    changed: Changed = Changed.NO
    present: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        return self.detail

    def as_json(self) -> dict[str, Any]:
        """Members without a value are left out, except `changed`."""
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": int(self.status),
            "code": self.code or CODES.get(HTTPStatus(self.status), "error"),
            "detail": self.detail,
            **({"field": self.field} if self.field else {}),
            **({"limit": self.limit} if self.limit is not None else {}),
            **({"present": dict(self.present)} if self.present else {}),
            "changed": self.changed.value,
        }


def answer(problem: Problem) -> JsonResponse:
    """The answer to the request; after 503 it says when to try again."""
    response = JsonResponse(
        problem.as_json(), status=problem.status, content_type=MEDIA_TYPE, headers=problem.headers
    )
    if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers.setdefault("Retry-After", str(RETRY_AFTER_SECONDS))
    return response


def maybe_changed(request: HttpRequest) -> Changed:
    """What is known after a fault: a read changes nothing."""
    return Changed.NO if request.method in SAFE_METHODS else Changed.UNKNOWN


def also(*statuses: HTTPStatus) -> dict[str, Any]:
    """For the document: an endpoint's problems that do not follow from what it takes."""
    return {"responses": {int(one): {} for one in statuses}}


def wrong_field(name: str, takes: str, *, limit: float | None = None) -> Problem:
    """400 that names the field and what it accepts."""
    return Problem(HTTPStatus.BAD_REQUEST, f"{name}: {takes}", "invalid_field", name, limit)
