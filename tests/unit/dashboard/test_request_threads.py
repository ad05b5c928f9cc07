"""Threads of requests: few while Python is busy, more while requests wait, and no turn is lost."""

import asyncio
import threading
from functools import partial

import pytest

from dashboard.pages.request_threads import BUSY_SHARE, FEWEST, MOST, RequestThreads, threads_next
from tests.waiting import wait_until_async


@pytest.mark.parametrize(
    ("threads", "all_taken", "busy", "long", "wanted"),
    [
        (FEWEST, True, 0.2, 0, FEWEST + 1),
        (MOST, True, 0.2, 0, MOST),
        (FEWEST, True, BUSY_SHARE, 0, FEWEST),
        (10, True, 1.2, 0, 9),
        (10, False, 0.2, 0, 9),
        (FEWEST, True, 1.0, 3, FEWEST + 3),
        (FEWEST, True, 1.0, MOST, MOST),
    ],
)
def test_more_run_at_once_only_while_they_wait_or_take_long(
    threads: int,
    all_taken: bool,  # noqa: FBT001 - a parameter of the cases
    busy: float,
    long: int,
    wanted: int,
) -> None:
    assert threads_next(threads, all_taken=all_taken, busy=busy, long=long) == wanted


async def test_requests_that_wait_for_a_store_keep_no_others_waiting() -> None:
    requests, store = RequestThreads(), threading.Event()
    begun: list[int] = []

    def answer(number: int) -> int:
        begun.append(number)
        store.wait(60)
        return number

    waiting = [asyncio.create_task(requests.run(partial(answer, one))) for one in range(MOST)]
    await asyncio.sleep(0)
    assert len(begun) <= FEWEST

    await wait_until_async(lambda: len(begun) == MOST, "all have begun")
    store.set()
    assert await asyncio.gather(*waiting) == [*range(MOST)]


async def test_a_turn_comes_back_from_a_failure_and_from_a_client_that_left() -> None:
    requests, store = RequestThreads(), threading.Event()
    left = [asyncio.create_task(requests.run(lambda: store.wait(60))) for _ in range(2 * FEWEST)]
    await asyncio.sleep(0)
    for task in left:
        task.cancel()
    store.set()
    assert all(
        isinstance(one, asyncio.CancelledError) for one in await asyncio.gather(*left, return_exceptions=True)
    )

    for _ in range(2 * FEWEST):
        with pytest.raises(ZeroDivisionError):
            await requests.run(lambda: 1 // 0)
    assert await asyncio.gather(*(requests.run(lambda: 1) for _ in range(2 * MOST))) == [1] * 2 * MOST
