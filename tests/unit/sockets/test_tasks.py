"""Tasks run together end together, even one that ignores the first cancellation."""

import asyncio

import pytest

from sockets import tasks
from sockets.tasks import end_tasks, run_together


async def for_ever() -> None:
    await asyncio.Event().wait()


async def hard_of_hearing() -> None:
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        await asyncio.Event().wait()


async def fails() -> None:
    await asyncio.sleep(0)
    raise LookupError


async def test_the_failure_of_one_ends_all_and_is_raised() -> None:
    with pytest.raises(LookupError):
        await run_together(for_ever(), fails(), for_ever())
    assert len(asyncio.all_tasks()) == 1


async def test_the_end_of_one_ends_all() -> None:
    await run_together(for_ever(), asyncio.sleep(0))
    assert len(asyncio.all_tasks()) == 1


async def test_a_task_that_goes_on_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_SECONDS", 0.01)
    task = asyncio.ensure_future(hard_of_hearing())
    await asyncio.sleep(0)
    await asyncio.wait_for(end_tasks([task]), 60)
    assert task.cancelled()


async def test_cancelling_the_whole_ends_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_SECONDS", 0.01)
    whole = asyncio.ensure_future(run_together(for_ever(), hard_of_hearing()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await end_tasks([whole])
    assert whole.cancelled()
    assert len(asyncio.all_tasks()) == 1
