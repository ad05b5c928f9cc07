"""Program tokens: created, listed, revoked, checked. Only a digest of the secret is kept."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare

from api.access.scopes import Scope
from api.models import ApiToken

PREFIX = "ccp"
# A key of 8 digits and a secret of 256 bits, which nobody can guess even with a fast digest.
FORM = re.compile(rf"{PREFIX}_([0-9a-f]{{8}})_([A-Za-z0-9_-]{{43}})")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}")
# Asked for each request of a program: making its queryset would take three times as long as the query.
FIND = "SELECT * FROM api_apitoken WHERE key = %s"
MOST_DAYS = 3650
NAME_TAKEN = "name_taken"
USE_NOTED_EACH = timedelta(minutes=1)


class TokenError(Exception):
    """A token that cannot be created, found or used; `code` tells programs why."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True)
class Program:
    """The program of a token."""

    name: str
    scopes: frozenset[Scope]
    expires_at: datetime | None


def token_make(name: str, scopes: Sequence[Scope], *, at: datetime, days: int | None = None) -> str:
    """Creates a token, valid for `days` or without end, and returns its text, which is not stored.

    Raises TokenError.
    """
    if not NAME.fullmatch(name):
        raise TokenError("name: 1 to 60 letters, digits, spaces, dots, - and _, the first a letter or digit")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise TokenError(f"days: from 1 to {MOST_DAYS}")
    ends = None if days is None else at + timedelta(days=days)
    key, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            ApiToken.objects.create(
                key=key,
                digest=_digest(secret),
                name=name,
                scopes=[*scopes],
                created_at=at,
                expires_at=ends,
            )
    except IntegrityError:
        raise TokenError(
            f"name: {name} already has a token; revoke it first or choose another name", NAME_TAKEN
        ) from None
    return f"{PREFIX}_{key}_{secret}"


def token_revoke(name: str, *, at: datetime) -> None:
    """Revokes a token: its next use is refused. Raises TokenError."""
    if not ApiToken.objects.filter(name=name, revoked_at=None).update(revoked_at=at):
        raise TokenError(f"name: {name} has no active token")


def token_list() -> list[ApiToken]:
    """All tokens, by name, then newest first."""
    return list(ApiToken.objects.order_by("name", "-created_at"))


def is_programs(token: str) -> bool:
    return token.startswith(f"{PREFIX}_")


def program_of(token: str, *, at: datetime) -> Program:
    """The program of a token; records the use. Raises TokenError."""
    parts = FORM.fullmatch(token)
    found = next(iter(ApiToken.objects.raw(FIND, [parts[1]])), None) if parts else None
    if parts is None or found is None or not constant_time_compare(_digest(parts[2]), found.digest):
        raise TokenError("The token is unknown.", "token_unknown")
    if found.revoked_at is not None:
        raise TokenError("The token has been revoked.", "token_revoked")
    if found.expires_at is not None and found.expires_at <= at:
        raise TokenError("The token has expired.", "token_expired")
    _note_use(found, at)
    return Program(found.name, frozenset(map(Scope, found.scopes)), found.expires_at)


def _note_use(token: ApiToken, at: datetime) -> None:
    """At most once a minute; the condition also holds between processes."""
    before = at - USE_NOTED_EACH
    if token.last_used_at is None or token.last_used_at <= before:
        due = Q(last_used_at=None) | Q(last_used_at__lte=before)
        ApiToken.objects.filter(due, pk=token.pk).update(last_used_at=at)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
