"""Kept answers as the table has them: sealed, since some have secrets and many show customers."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from outbound import sealing
from outbound.sealing import UnreadableSecretError

PURPOSE = "callcenter kept answers"
# An item of the table has at most 400 KB.
MOST_CHARACTERS = 300_000


def sealed(request: HttpRequest, response: HttpResponse) -> str:
    """The answer, with those that the request names; empty if it is too large to be kept."""
    names = request.resolver_match.kwargs.values() if request.resolver_match else ()
    kept = {
        "status": response.status_code,
        "headers": dict(response.headers),
        "body": response.content.decode(),
        "about": [str(getattr(getattr(request, "auth", None), "party", "")), *map(str, names)],
    }
    found = sealing.sealed(json.dumps(kept, ensure_ascii=False), PURPOSE, _keys())
    return found if len(found) <= MOST_CHARACTERS else ""


def answer_in(text: str) -> HttpResponse:
    """The answer again. Raises UnreadableSecretError if the keys of the site have changed."""
    kept = _opened(text)
    return HttpResponse(kept["body"], status=kept["status"], headers=kept["headers"])


def answer_shows(text: str, names: Collection[str]) -> bool:
    """Whether an answer or its request names one of these; one that cannot be read might."""
    try:
        kept = _opened(text)
    except UnreadableSecretError:
        return True
    return any(one in names for one in (*kept["about"], *_texts(json.loads(kept["body"]))))


def _opened(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sealing.opened(text, PURPOSE, _keys()))
    return found


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _keys() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
