"""Program tokens: created, listed, revoked, checked. Only a digest of the secret is kept."""

import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from api.access.scopes import Scope
from api.models import ApiToken

PREFIX = "ccp"
# A key of 8 digits and a secret of 256 bits, which nobody can guess even with a fast digest.
FORM = re.compile(rf"{PREFIX}_([0-9a-f]{{8}})_([A-Za-z0-9_-]{{43}})")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}")
# Asked for each request of a program: a queryset and its model would take several times as long as the query.
FIND = """
SELECT digest, name, scopes, revoked_at IS NOT NULL, expires_at, last_used_at IS NULL OR last_used_at <= %s
FROM api_apitoken WHERE key = %s
"""
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


def text_from(seed: str) -> str:
    """The text of a new token: random, or of a seed, from which nobody finds it without SECRET_KEY."""
    if not seed:
        return f"{PREFIX}_{secrets.token_hex(4)}_{secrets.token_urlsafe(32)}"
    key, secret = (salted_hmac(f"api.tokens.{part}", seed, algorithm="sha256") for part in ("key", "secret"))
    return f"{PREFIX}_{key.hexdigest()[:8]}_{urlsafe_b64encode(secret.digest()).decode().rstrip('=')}"


def token_make(
    name: str, scopes: Sequence[Scope], *, at: datetime, days: int | None = None, text: str = ""
) -> str:
    """Creates a token, valid for `days` or without end, and returns its text, which is not stored.

    Raises TokenError.
    """
    if not NAME.fullmatch(name):
        raise TokenError("name: 1 to 60 letters, digits, spaces, dots, - and _, the first a letter or digit")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise TokenError(f"days: from 1 to {MOST_DAYS}")
    ends = None if days is None else at + timedelta(days=days)
    text = text or text_from("")
    _prefix, key, secret = text.split("_", 2)
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
    return text


def token_kept(text: str) -> ApiToken | None:
    """The token of this text, if it may still be used."""
    _prefix, key, secret = text.split("_", 2)
    return ApiToken.objects.filter(key=key, digest=_digest(secret), revoked_at=None).first()


def token_named(name: str) -> ApiToken:
    """The active token of a program. Raises TokenError."""
    found = ApiToken.objects.filter(name=name, revoked_at=None).first()
    if found is None:
        raise TokenError(f"name: {name} has no active token")
    return found


def token_list() -> list[ApiToken]:
    """All tokens, by name, then newest first."""
    return list(ApiToken.objects.order_by("name", "-created_at"))


def is_programs(token: str) -> bool:
    return token.startswith(f"{PREFIX}_")


def program_of(token: str, *, at: datetime) -> Program:
    """The program of a token; records the use. Raises TokenError."""
    parts = FORM.fullmatch(token)
    found = _found(parts[1], at) if parts else None
    if parts is None or found is None or not constant_time_compare(_digest(parts[2]), found.digest):
        raise TokenError("The token is unknown.", "token_unknown")
    if found.is_revoked:
        raise TokenError("The token has been revoked.", "token_revoked")
    expires_at = _aware(found.expires_at)
    if expires_at is not None and expires_at <= at:
        raise TokenError("The token has expired.", "token_expired")
    if found.notes_use:
        _note_use(parts[1], at)
    return Program(found.name, frozenset(map(Scope, json.loads(found.scopes))), expires_at)


class _Found(NamedTuple):
    """The columns of `FIND`; `scopes` are JSON."""

    digest: str
    name: str
    scopes: str
    is_revoked: bool
    expires_at: datetime | None
    notes_use: bool


def _found(key: str, at: datetime) -> _Found | None:
    before = connection.ops.adapt_datetimefield_value(at - USE_NOTED_EACH)
    with connection.cursor() as cursor:
        cursor.execute(FIND, [before, key])
        row = cursor.fetchone()
    return _Found(*row) if row else None


def _aware(moment: datetime | None) -> datetime | None:
    """SQLite keeps moments in UTC without saying so."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment


def _note_use(key: str, at: datetime) -> None:
    """At most once a minute; the condition also holds between processes."""
    due = Q(last_used_at=None) | Q(last_used_at__lte=at - USE_NOTED_EACH)
    ApiToken.objects.filter(due, key=key).update(last_used_at=at)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
