"""JSON bodies: UTF-8, one value for each name, no NaN, no null characters, within a size."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser

from api.conventions.problems import Problem, wrong_field

MEDIA_TYPE = "application/json"
MOST_BYTES = 100_000
NULL = "\0"  # PostgreSQL stores no text with one
NO_NULL = "must be text without null characters"


class StrictParser(Parser):
    """Parser of request bodies that refuses JSON which parsers may read differently."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The value in the body. Raises Problem."""
        if request.content_type != MEDIA_TYPE:
            raise Problem(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"Content-Type: must be {MEDIA_TYPE}", field="Content-Type"
            )
        try:
            body = request.body
        except RequestDataTooBig:
            raise too_large(MOST_BYTES) from None
        if len(body) > MOST_BYTES:
            raise too_large(MOST_BYTES)
        return read_json(body)

    def parse_querydict(
        self, data: MultiValueDict[str, Any], list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        """The parameters of the address. Raises Problem."""
        for name, values in data.lists():
            if any(NULL in str(one) for one in values):
                raise wrong_field(name, NO_NULL)
        return super().parse_querydict(data, list_fields, request)


def read_json(body: bytes) -> Any:
    """The value in these bytes. Raises Problem: 400."""
    try:
        found = json.loads(body.decode(), object_pairs_hook=_once_each, parse_constant=_no_constant)
        if b"\\u" in body:
            json.dumps(found, ensure_ascii=False).encode()  # half a surrogate pair is no text
            for place in _nulls(found):
                raise wrong_field(".".join(place) or "body", NO_NULL)
    except UnicodeError:
        raise _not_json("not UTF-8 text") from None
    except RecursionError:
        raise _not_json("nested too deeply") from None
    except ValueError as error:
        raise _not_json(str(error)) from None
    return found


def too_large(limit: int, name: str = "body") -> Problem:
    """413 with the limit in bytes."""
    return Problem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"{name}: at most {limit:,} bytes", field=name, limit=limit
    )


def _nulls(found: Any, *place: str) -> Iterator[tuple[str, ...]]:
    """Paths to texts with a null character, and to objects with one in a name."""
    if isinstance(found, str) and NULL in found:
        yield place
    parts = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    for name, part in parts:
        yield from (place,) if NULL in str(name) else _nulls(part, *place, str(name))


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice[:40]!r} is given twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _not_json(why: str) -> Problem:
    return Problem(HTTPStatus.BAD_REQUEST, f"body: {why}", "invalid_json", "body")
