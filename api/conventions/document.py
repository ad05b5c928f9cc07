"""OpenAPI document: that of django-ninja, plus the problems of each endpoint and both ways to authenticate.

Which problems an endpoint can answer follows from what it takes; `also` declares the few others.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from api.conventions.problems import MEDIA_TYPE

SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "token of a program or a customer"},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "session of a signed-in user; changes also need the X-CSRFToken header",
    },
}
PROBLEM = {
    "type": "object",
    "description": "An error (RFC 9457).",
    "required": ["type", "title", "status", "code", "detail", "changed"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "the kind of error, for programs"},
        "detail": {"type": "string", "description": "one sentence for people"},
        "field": {"type": "string", "description": "the field that is wrong"},
        "limit": {"type": "number", "description": "the field's maximum or minimum"},
        "present": {"type": "object", "description": "the current state, after a conflict"},
        "changed": {
            "description": "whether the request changed anything; if unknown, it is safe to send it again",
            "enum": [True, False, "unknown"],
        },
    },
}
ALWAYS = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE)
OF_COMMANDS = (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)
LIMITS = {"ge": "minimum", "le": "maximum"}
OF_BODIES = (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


class _OneForAName(OpenAPISchema):
    """The document of django-ninja, which would let the last of two schemas with one name stand for both."""

    def add_schema_definitions(self, definitions: dict[str, Any]) -> None:
        """Raises ValueError for a name that has another meaning already."""
        for name, schema in definitions.items():
            if self.schemas.setdefault(name, schema) != schema:
                raise ValueError(f"the API has two schemas with the name {name}; rename one")


def document_of(api: NinjaAPI) -> dict[str, Any]:
    """The document as JSON."""
    found: dict[str, Any] = _with_limits(_OneForAName(api, api.get_root_path({})))
    components = found.setdefault("components", {})
    components["securitySchemes"] = SCHEMES
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            if operation.get("security"):
                operation["security"] = [{name: []} for name in SCHEMES]
            _declare(operation, dict.fromkeys(_statuses(path, method, operation)))
    return found


def _with_limits(part: Any) -> Any:
    """The same with limits as JSON schemas name them: pydantic does not, behind a validator."""
    if isinstance(part, Mapping):
        is_schema = "type" in part
        return {
            LIMITS.get(name, name) if is_schema else name: _with_limits(value) for name, value in part.items()
        }
    return [_with_limits(one) for one in part] if isinstance(part, list | tuple) else part


def _statuses(path: str, method: str, operation: dict[str, Any]) -> Iterator[HTTPStatus]:
    if operation.get("parameters") or "requestBody" in operation:
        yield HTTPStatus.BAD_REQUEST
    if operation.get("security"):
        yield from (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
    if "{" in path:
        yield HTTPStatus.NOT_FOUND
    if method != "get":
        yield from OF_COMMANDS
    if "requestBody" in operation:
        yield from OF_BODIES
    yield from (HTTPStatus(one) for one in operation["responses"] if one >= HTTPStatus.BAD_REQUEST)
    yield from ALWAYS


def _declare(operation: dict[str, Any], statuses: dict[HTTPStatus, None]) -> None:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    told = {str(int(one)): {"description": one.phrase, "content": content} for one in statuses}
    written = {str(status): answer for status, answer in operation["responses"].items()}
    operation["responses"] = {**written, **told}
