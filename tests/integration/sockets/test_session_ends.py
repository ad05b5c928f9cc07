"""Ends of sessions: without use, and some hours after the sign-in, for requests and sockets alike."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from api.tasks import remove_sessions
from dashboard.access.session_use import SessionUse
from sockets.session_store import SessionStore, note_use
from sockets.sessions import session_users

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 23, 8, tzinfo=UTC)
PAGE = "/account/"
Later = Callable[[timedelta], None]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Sets the clock to this long after the start."""

    def pass_by(time: timedelta) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: START + time)

    pass_by(timedelta(0))
    return pass_by


@pytest.fixture
def olga(client: Client, later: Later, settings: Settings) -> Client:  # noqa: ARG001 - signs in at the start
    """Signed in at the start."""
    settings.SESSION_HOURS, settings.SESSION_IDLE_MINUTES = 12, 60
    user = User.objects.create_user("olga", password="correct horse")
    user.groups.add(Group.objects.get(name="operators"))
    client.force_login(user)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get(PAGE).status_code == 200


def test_a_session_without_use_ends(olga: Client, later: Later) -> None:
    later(timedelta(minutes=59))
    used = is_signed_in(olga)
    later(timedelta(minutes=118))
    used_again = is_signed_in(olga)
    later(timedelta(minutes=180))

    assert (used, used_again, is_signed_in(olga)) == (True, True, False)


def test_a_session_in_use_ends_some_hours_after_the_sign_in(olga: Client, later: Later) -> None:
    for minutes in range(0, 12 * 60, 30):
        later(timedelta(minutes=minutes))
        assert is_signed_in(olga), minutes
    later(timedelta(hours=12, seconds=1))

    assert not is_signed_in(olga)


def test_an_open_socket_is_use_until_the_hours_are_over(olga: Client, later: Later) -> None:
    key = olga.session.session_key
    for minutes in range(0, 12 * 60, 30):
        later(timedelta(minutes=minutes))
        assert session_users([key]) != [None], minutes
    later(timedelta(hours=12, seconds=1))

    assert session_users([key]) == [None]


def test_a_session_in_use_is_written_at_most_every_minute(
    olga: Client, later: Later, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    key = olga.session.session_key
    later(timedelta(seconds=70))
    session_users([key])
    later(timedelta(seconds=100))
    with django_assert_num_queries(2):
        session_users([key])
    kept = Session.objects.get(session_key=key).expire_date
    is_signed_in(olga)
    later(timedelta(seconds=150))
    is_signed_in(olga)

    assert kept == START + timedelta(seconds=70, minutes=60)
    assert Session.objects.get(session_key=key).expire_date == START + timedelta(seconds=100, minutes=60)


def test_use_of_a_session_does_not_undo_changes_made_in_between(
    olga: Client, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = olga.session.session_key
    read = SessionUse.__call__

    def while_another_request_changes_it(self: SessionUse, request: HttpRequest) -> HttpResponseBase:
        assert request.session.get("_auth_user_id")
        other = SessionStore(session_key=key)
        other["chosen meanwhile"] = True
        other.save()
        return read(self, request)

    monkeypatch.setattr(SessionUse, "__call__", while_another_request_changes_it)
    later(timedelta(minutes=10))
    is_signed_in(olga)
    row = Session.objects.get(session_key=key)

    assert row.get_decoded()["chosen meanwhile"] is True
    assert row.expire_date == START + timedelta(minutes=70)


def test_use_of_a_session_that_has_just_ended_does_not_bring_it_back(
    olga: Client, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    def note_late(request: HttpRequest) -> None:
        Session.objects.all().delete()
        note_use(request)

    monkeypatch.setattr("dashboard.access.session_use.note_use", note_late)
    later(timedelta(minutes=10))
    olga.get(PAGE)

    assert not Session.objects.exists()


def test_rows_of_ended_sessions_are_removed(olga: Client, later: Later) -> None:
    later(timedelta(minutes=59))
    remove_sessions()
    kept = Session.objects.count()
    later(timedelta(minutes=61))
    remove_sessions()

    assert (kept, Session.objects.count(), is_signed_in(olga)) == (1, 0, False)


def test_nobody_who_is_not_signed_in_gets_a_session(client: Client) -> None:
    client.get("/sign-in/")

    assert not Session.objects.exists()
