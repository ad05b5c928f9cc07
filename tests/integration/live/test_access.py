"""Access to the board: asked for many sockets at once, answered for each."""

import asyncio
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import OperationalError

from live.hub import access
from live.hub.access import board_refusal
from live.hub.sessions import NOT_ALLOWED, NOT_SIGNED_IN
from sockets.refusals import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


def a_scope(cookie: str | None) -> dict[str, Any]:
    store = import_module(settings.SESSION_ENGINE).SessionStore
    return {"session": store(session_key=cookie)}


async def test_each_of_many_gets_the_answer_for_its_own_session(cookie: str, visitors_cookie: str) -> None:
    scopes = [a_scope(cookie), a_scope(visitors_cookie), a_scope("nobody"), {}] * 30

    found = await asyncio.gather(*map(board_refusal, scopes))

    assert found == [None, NOT_ALLOWED, NOT_SIGNED_IN, NOT_SIGNED_IN] * 30


async def test_who_asks_later_is_answered_by_what_holds_then(cookie: str, supervisor: User) -> None:
    assert await board_refusal(a_scope(cookie)) is None
    await supervisor.user_permissions.aclear()

    assert await board_refusal(a_scope(cookie)) == NOT_ALLOWED


async def test_who_leaves_before_the_answer_takes_nobody_along(cookie: str) -> None:
    asked = [asyncio.ensure_future(board_refusal(a_scope(cookie))) for _ in range(3)]
    await asyncio.sleep(0)
    asked[1].cancel()

    assert await asyncio.gather(*asked[::2]) == [None, None]
    assert await board_refusal(a_scope(cookie)) is None


async def test_a_busy_database_is_told_to_all_who_asked_and_the_next_is_answered(
    cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_session_keys: object) -> list[Refusal | None]:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(access, "session_refusals", busy)
        asked = [board_refusal(a_scope(cookie)) for _ in range(3)]
        found = await asyncio.gather(*asked, return_exceptions=True)

    assert [type(one) for one in found] == [OperationalError] * 3
    assert await board_refusal(a_scope(cookie)) is None
