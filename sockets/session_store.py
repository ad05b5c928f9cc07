"""Sessions that end some hours after sign-in, or earlier if there is no request and no open socket."""

from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

BEGAN, SEEN = "began", "seen"  # seconds of the epoch
# How late an end may be known: a session in use is written at most this often.
STEP = timedelta(minutes=1)


def ends_at(session: Mapping[str, Any], now: datetime) -> datetime:
    """When a session that is in use now ends: SESSION_IDLE_MINUTES later, at SESSION_HOURS at the latest."""
    idle = now + timedelta(minutes=settings.SESSION_IDLE_MINUTES)
    began = session.get(BEGAN)
    if began is None:
        return idle
    return min(idle, datetime.fromtimestamp(began, UTC) + timedelta(hours=settings.SESSION_HOURS))


class SessionStore(DatabaseStore):
    """Django's, with these ends for signed-in users."""

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        """The row of this session; the cookie may last longer, which lets nobody in."""
        row = super().create_model_instance(data)
        if SESSION_KEY in data:
            row.expire_date = ends_at(data, timezone.now())
        return row


@receiver(user_logged_in)
def begin(request: HttpRequest, **_named: object) -> None:
    """Keeps when the user signed in."""
    request.session[BEGAN] = int(timezone.now().timestamp())


def note_use(request: HttpRequest) -> None:
    """Notes, at most every minute, that a signed-in user is there. A session that the request has changed is
    saved with it by the middleware of sessions; of others only this is written, so that it undoes no change
    that another request makes at the same time.
    """
    session, now = request.session, int(timezone.now().timestamp())
    if SESSION_KEY not in session or now - session.get(SEEN, 0) < STEP.total_seconds():
        return
    if session.modified:
        _note(session, now)
    elif session.session_key:
        _note_alone(session.session_key, now)


def _note(session: MutableMapping[str, Any], now: int) -> None:
    session.setdefault(BEGAN, now)
    session[SEEN] = now


def _note_alone(session_key: str, now: int) -> None:
    with transaction.atomic():
        rows = Session.objects.select_for_update().filter(session_key=session_key)
        for row in rows:  # none, if the user has signed out meanwhile
            data = row.get_decoded()
            _note(data, now)
            rows.update(session_data=SessionStore().encode(data), expire_date=ends_at(data, timezone.now()))
