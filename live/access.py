"""Owns who may see the board, and how that is checked again while a socket stays open."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import PermissionsMixin
from django.http import HttpRequest

PERMISSION = "live.view_board"
# So many checks take some tens of milliseconds, in which others who need the database wait.
AT_ONCE = 20


@dataclass(frozen=True)
class Refusal:
    """Why a socket is closed; the codes are part of the protocol."""

    code: int
    reason: str


NOT_SIGNED_IN = Refusal(4401, "Sign in to see the board.")
NOT_ALLOWED = Refusal(4403, "You may not see the board; ask a supervisor.")


async def board_refusal(scope: Mapping[str, Any]) -> Refusal | None:
    """None if the session in this scope may see the board now, else why not.

    Reads session, user and permissions from the database each time, so that signing out, an expired
    session, a changed password and a permission taken away all count.
    """
    session_key = getattr(scope.get("session"), "session_key", None)
    loop = asyncio.get_running_loop()
    return await _checks.setdefault(loop, _Checks()).refusal(session_key)


class _Checks:
    """The checks of one event loop. Those wanted while others are made are made together after them.

    After a restart hundreds of boards come at once; a thread and a database connection for each would take
    longer than the questions themselves.
    """

    def __init__(self) -> None:
        self._wanted: list[tuple[str | None, asyncio.Future[Refusal | None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def refusal(self, session_key: str | None) -> Refusal | None:
        answer: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        self._wanted.append((session_key, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._check())
        return await answer

    async def _check(self) -> None:
        try:
            while self._wanted:
                checked, self._wanted = self._wanted[:AT_ONCE], self._wanted[AT_ONCE:]
                await _answer(checked)
        finally:
            self._task = None


async def _answer(wanted: "Sequence[tuple[str | None, asyncio.Future[Refusal | None]]]") -> None:
    try:
        refusals = await database_sync_to_async(_refusals)([session_key for session_key, _ in wanted])
    except Exception as error:  # noqa: BLE001 - raised where it was asked
        for _, answer in wanted:
            if not answer.done():
                answer.set_exception(error)
        return
    for (_, answer), refusal in zip(wanted, refusals, strict=True):
        if not answer.done():  # who asked may have left meanwhile
            answer.set_result(refusal)


_checks: WeakKeyDictionary[asyncio.AbstractEventLoop, _Checks] = WeakKeyDictionary()


def _refusals(session_keys: Sequence[str | None]) -> list[Refusal | None]:
    return [_session_refusal(session_key) for session_key in session_keys]


def _session_refusal(session_key: str | None) -> Refusal | None:
    request = HttpRequest()  # of a request, Django's reader of users looks at the session only
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key=session_key)
    user = get_user(request)
    if not isinstance(user, PermissionsMixin):
        return NOT_SIGNED_IN  # the anonymous user
    return None if user.has_perm(PERMISSION) else NOT_ALLOWED
