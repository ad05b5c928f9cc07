"""Sessions of signed-in users; two queries for any number of them, and each minute one that extends them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from sockets.session_store import STEP, ends_at


def session_users(session_keys: Sequence[str | None]) -> list[User | None]:
    """The active user of each session, or None.

    The same answers as Django's `get_user`, which makes two queries for each session. Reads the database each
    time, so that a sign-out, an expired session and a changed password all count.
    """
    sessions = _sessions({key for key in session_keys if key})
    users = _users({session[SESSION_KEY] for session in sessions.values() if SESSION_KEY in session})
    return [_user(sessions.get(key or "", {}), users) for key in session_keys]


def sessions_end(user: User) -> None:
    """Ends all sessions of a user. A session names its user only inside, so all are read."""
    rows = Session.objects.filter(expire_date__gt=timezone.now())
    own = [row.pk for row in rows if row.get_decoded().get(SESSION_KEY) == str(user.pk)]
    Session.objects.filter(pk__in=own).delete()


def _user(session: Mapping[str, Any], users: Mapping[str, User]) -> User | None:
    user = users.get(session.get(SESSION_KEY, ""))
    if user is None or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    # A new password ends a session.
    same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    return user if same else None


def _sessions(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    now = timezone.now()
    found = list(Session.objects.filter(session_key__in=keys, expire_date__gt=now))
    decoded = {one.session_key: one.get_decoded() for one in found}
    _extend(found, decoded, now)
    return decoded


def _extend(rows: Sequence[Session], decoded: Mapping[str, Mapping[str, Any]], now: datetime) -> None:
    """A user with an open socket is there, even without requests."""
    late = []
    for row in rows:
        ends = ends_at(decoded[row.session_key], now)
        if SESSION_KEY in decoded[row.session_key] and ends - row.expire_date >= STEP:
            row.expire_date = ends
            late.append(row)
    if late:
        Session.objects.bulk_update(late, ["expire_date"])


def _users(ids: Iterable[str]) -> dict[str, User]:
    return {str(user.pk): user for user in User.objects.filter(pk__in=ids, is_active=True)}
