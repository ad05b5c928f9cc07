"""Batches: questions to the database from many sockets, answered together."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from channels.db import database_sync_to_async

# This many checks take about ten milliseconds, during which other database users wait.
AT_ONCE = 100

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Batches(Generic[Question, Answer]):
    """The questions of one event loop: those asked while others run are answered together after them.

    After a restart hundreds of sockets connect at once; a thread and a database connection for each would
    take longer than the queries.
    """

    def __init__(self, answered: Callable[[Sequence[Question]], Sequence[Answer]]) -> None:
        self._answered = answered
        self._wanted: list[tuple[Question, asyncio.Future[Answer]]] = []
        self._task: asyncio.Task[None] | None = None

    async def answer(self, question: Question) -> Answer:
        """The answer that holds now; an exception is raised for each question of the batch."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._wanted.append((question, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        try:
            while self._wanted:
                batch, self._wanted = self._wanted[:AT_ONCE], self._wanted[AT_ONCE:]
                await self._settle(batch)
        finally:
            self._task = None

    async def _settle(self, batch: "Sequence[tuple[Question, asyncio.Future[Answer]]]") -> None:
        try:
            answers = await database_sync_to_async(self._answered)([question for question, _ in batch])
        except Exception as error:  # noqa: BLE001 - raised where it was asked
            for _, waiting in batch:
                if not waiting.done():
                    waiting.set_exception(error)
            return
        for (_, waiting), answer in zip(batch, answers, strict=True):
            if not waiting.done():  # the client may have left meanwhile
                waiting.set_result(answer)
