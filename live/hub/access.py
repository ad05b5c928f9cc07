"""Access to the board: who may see it, checked again while a socket stays open."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from live.hub.sessions import Refusal, session_refusals

# This many checks take about ten milliseconds, during which other database users wait.
AT_ONCE = 100


async def board_refusal(scope: Mapping[str, Any]) -> Refusal | None:
    """None if the session in this scope may see the board now, else the reason.

    Reads session, user and permissions from the database each time, so that a sign-out, an expired session, a
    changed password and a revoked permission all count.
    """
    session_key = getattr(scope.get("session"), "session_key", None)
    loop = asyncio.get_running_loop()
    return await _checks.setdefault(loop, _Checks()).refusal(session_key)


class _Checks:
    """The checks of one event loop. Checks requested while others run are made together after them.

    After a restart hundreds of boards connect at once; a thread and a database connection for each would take
    longer than the queries.
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
        refusals = await database_sync_to_async(session_refusals)([session_key for session_key, _ in wanted])
    except Exception as error:  # noqa: BLE001 - raised where it was asked
        for _, answer in wanted:
            if not answer.done():
                answer.set_exception(error)
        return
    for (_, answer), refusal in zip(wanted, refusals, strict=True):
        if not answer.done():  # the client may have left meanwhile
            answer.set_result(refusal)


_checks: WeakKeyDictionary[asyncio.AbstractEventLoop, _Checks] = WeakKeyDictionary()
