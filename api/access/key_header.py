"""`Idempotency-Key` header: the command in a request, distinguished from others with the same key."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256

from django.http import HttpRequest

from routing.exceptions import InvalidFieldError
from routing.model.command import Command

HEADER = "Idempotency-Key"
FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")
# They differ from page to page, and are not part of the command.
NOT_ASKED_FOR = frozenset({"csrfmiddlewaretoken", "back"})
OF_FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


def command_of(request: HttpRequest, operation: str, sender: str) -> Command | None:
    """The command under the given key, or None without a key. Raises InvalidFieldError.

    The same key of another sender is another command.
    """
    given = request.headers.get(HEADER)
    if given is None:
        return None
    if not FORM.fullmatch(given):
        raise InvalidFieldError(HEADER, given[:64], "8 to 64 letters, digits, - and _")
    return Command(_digest(sender, given), operation, _digest(*_asked(request)))


def _asked(request: HttpRequest) -> Iterator[str]:
    """The address and all fields posted, in the order of their names."""
    yield request.path
    yield request.META.get("QUERY_STRING", "")
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
