"""Sessions read together: the same answer for each user as Django's own."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser, Group, User
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from live.hub.sessions import NOT_ALLOWED, NOT_SIGNED_IN, PERMISSION, session_refusals
from sockets.refusals import Refusal
from tests.integration.live.conftest import signed_in

pytestmark = pytest.mark.django_db


def as_django_says(key: str) -> Refusal | None:
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key=key)
    user = get_user(request)
    if isinstance(user, AnonymousUser):
        return NOT_SIGNED_IN
    return None if user.has_perm(PERMISSION) else NOT_ALLOWED


def a_user(name: str, *, group: str = "") -> User:
    user = User.objects.create_user(name, password="secret")
    if group:
        user.groups.add(Group.objects.get(name=group))
    return user


def sessions_of_all_kinds() -> dict[str, str]:
    named = {
        "by group": signed_in(a_user("olga", group="operators")),
        "superuser": signed_in(User.objects.create_superuser("root", password="secret")),
        "no permission": signed_in(a_user("vic")),
        "unknown": "0123456789abcdefghijklmnopqrstuv",
    }
    for ending in ("disabled", "new password", "expired", "deleted", "disabled superuser"):
        user = a_user(ending, group="operators")
        named[ending] = signed_in(user)
        if ending == "new password":
            user.set_password("another")
        user.is_active = not ending.startswith("disabled")
        user.is_superuser = ending.endswith("superuser")
        user.save()
        if ending == "deleted":
            user.delete()
    passed = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(session_key=named["expired"]).update(expire_date=passed)
    return named


def test_each_gets_the_answer_django_gives_for_one() -> None:
    named = sessions_of_all_kinds()

    found = dict(zip(named, session_refusals(list(named.values())), strict=True))

    assert found == {name: as_django_says(key) for name, key in named.items()}
    assert [name for name, refusal in found.items() if refusal is None] == ["by group", "superuser"]
    assert [name for name, refusal in found.items() if refusal is NOT_ALLOWED] == ["no permission"]


def test_any_number_of_them_costs_three_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    keys = [signed_in(a_user(f"user{number}", group="operators")) for number in range(10)]

    with django_assert_num_queries(3):
        assert session_refusals(keys * 5) == [None] * 50
