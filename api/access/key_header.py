"""`Idempotency-Key` header: the command in a request, distinguished from others with the same key."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.http import HttpRequest

from routing.exceptions import InvalidFieldError
from routing.model.command import Command

HEADER = "Idempotency-Key"
LONGEST = 64
FORM = re.compile(rf"[A-Za-z0-9_-]{{8,{LONGEST}}}")
PARAMETER: dict[str, Any] = {
    "name": HEADER,
    "in": "header",
    "description": "your own key for this request: for 24 hours a repeat gets the first response",
    "schema": {"type": "string", "pattern": f"^{FORM.pattern}$"},
}
# They differ from page to page, and are not part of the command.
NOT_ASKED_FOR = frozenset({"csrfmiddlewaretoken", "back"})
OF_FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


def command_of(request: HttpRequest, operation: str, sender: str, *, content: str = "") -> Command | None:
    """The command under the given key, or None without a key. Raises InvalidFieldError.

    The same key of another sender is another command. `content` is the digest of a body that has been read.
    """
    given = request.headers.get(HEADER)
    if given is None:
        return None
    if not FORM.fullmatch(given):
        raise InvalidFieldError(HEADER, given[:LONGEST], f"8 to {LONGEST} letters, digits, - and _")
    return Command(_digest(sender, given), operation, _digest(*_asked(request, content)))


def _asked(request: HttpRequest, content: str) -> Iterator[str]:
    """The address and all fields posted, in the order of their names."""
    yield request.path
    yield request.META.get("QUERY_STRING", "")
    if content:
        yield content
        return
    if request.content_type not in OF_FORMS:
        yield sha256(request.body).hexdigest()
        return
    for name, values in sorted(request.POST.lists()):
        if name not in NOT_ASKED_FOR:
            yield from (name, *map(str, values))
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            yield from (name, sha256(file.read()).hexdigest())
            file.seek(0)


def _digest(*texts: str) -> str:
    """A digest of these texts; texts that join to the same string get another one."""
    return sha256(json.dumps(texts).encode()).hexdigest()
