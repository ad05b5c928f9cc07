"""Sessions allowed to see the board; three queries for any number of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

PERMISSION = "live.view_board"


@dataclass(frozen=True)
class Refusal:
    """Reason of a closed socket; the codes are part of the protocol."""

    code: int
    reason: str


NOT_SIGNED_IN = Refusal(4401, "Sign in to see the dashboard.")
NOT_ALLOWED = Refusal(4403, "You have no access to the dashboard; ask a supervisor.")


def session_refusals(session_keys: Sequence[str | None]) -> list[Refusal | None]:
    """None for each session that may see the board, else the reason.

    The same answers as Django's `get_user` and `has_perm`, which make five queries for one session.
    """
    sessions = _sessions({key for key in session_keys if key})
    users = _users({session[SESSION_KEY] for session in sessions.values() if SESSION_KEY in session})
    viewers = _viewers(users)
    return [_refusal(sessions.get(key or "", {}), users, viewers) for key in session_keys]


def _refusal(session: Mapping[str, Any], users: Mapping[str, User], viewers: Iterable[int]) -> Refusal | None:
    user = users.get(session.get(SESSION_KEY, ""))
    if user is None or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return NOT_SIGNED_IN
    # A new password ends a session.
    if not constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()):
        return NOT_SIGNED_IN
    return None if user.pk in viewers else NOT_ALLOWED


def _sessions(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    found = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return {one.session_key: one.get_decoded() for one in found}


def _users(ids: Iterable[str]) -> dict[str, User]:
    return {str(user.pk): user for user in User.objects.filter(pk__in=ids, is_active=True)}


def _viewers(users: Mapping[str, User]) -> set[int]:
    allowed = User.objects.with_perm(PERMISSION, backend=settings.AUTHENTICATION_BACKENDS[0])
    return set(allowed.filter(pk__in=users).values_list("pk", flat=True))
