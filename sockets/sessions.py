"""Sessions of signed-in users; two queries for any number of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare


def session_users(session_keys: Sequence[str | None]) -> list[User | None]:
    """The active user of each session, or None.

    The same answers as Django's `get_user`, which makes two queries for each session. Reads the database each
    time, so that a sign-out, an expired session and a changed password all count.
    """
    sessions = _sessions({key for key in session_keys if key})
    users = _users({session[SESSION_KEY] for session in sessions.values() if SESSION_KEY in session})
    return [_user(sessions.get(key or "", {}), users) for key in session_keys]


def _user(session: Mapping[str, Any], users: Mapping[str, User]) -> User | None:
    user = users.get(session.get(SESSION_KEY, ""))
    if user is None or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    # A new password ends a session.
    same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    return user if same else None


def _sessions(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    found = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return {one.session_key: one.get_decoded() for one in found}


def _users(ids: Iterable[str]) -> dict[str, User]:
    return {str(user.pk): user for user in User.objects.filter(pk__in=ids, is_active=True)}
