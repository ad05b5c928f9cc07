"""Owns the idempotency key of a command: who did not hear the answer sends it again, and it is done once."""

import re
from hashlib import sha256

from django.http import HttpRequest

from routing.exceptions import InvalidFieldError
from routing.repeated import KEY_LENGTH

HEADER = "Idempotency-Key"
FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")


def command_key(request: HttpRequest, who: str) -> str:
    """The key of what a person asks for, of KEY_LENGTH hexadecimal digits, or "" where none is given.

    The same key means the same command of the same person at the same address. Raises InvalidFieldError.
    """
    given = request.headers.get(HEADER, "")
    if not given:
        return ""
    if not FORM.fullmatch(given):
        raise InvalidFieldError(HEADER, given[:64], "8 to 64 letters, digits, - and _")
    return sha256("\n".join((who, request.path, given)).encode()).hexdigest()[:KEY_LENGTH]
