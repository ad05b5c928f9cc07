"""Asynchronous tasks: run together, and always brought to an end."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

AGAIN_SECONDS = 1.0


async def end_tasks(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel tasks until all have ended; their exceptions are dropped.

    One cancellation is not enough: before Python 3.12, `asyncio.wait_for`, and with it redis-py, drops a
    cancellation that arrives together with the result it waits for, and the task goes on. Cancelled itself,
    it still waits for the tasks before it gives way.
    """
    ending, cancelled = list(tasks), False
    while pending := [task for task in ending if not task.done()]:
        for task in pending:
            task.cancel()
        try:
            await asyncio.wait(pending, timeout=AGAIN_SECONDS)
        except asyncio.CancelledError:
            cancelled = True
    for task in ending:
        if not task.cancelled():
            task.exception()  # retrieved, or asyncio complains
    if cancelled:
        raise asyncio.CancelledError


async def run_together(*parts: Coroutine[Any, Any, Any]) -> None:
    """Run parts until the first one returns or raises, end the others, and raise its exception."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end_tasks(tasks)
    for task in done:
        task.result()
