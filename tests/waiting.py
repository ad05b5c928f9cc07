"""Waits for a condition, so that no test sleeps for a guessed time."""

import asyncio
import time
from collections.abc import Callable

SECONDS = 60.0
_LOOK_SECONDS = 0.01


def wait_until(condition: Callable[[], object], what: str, *, seconds: float = SECONDS) -> None:
    """Returns as soon as the condition holds; fails with `what` after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what}"
        time.sleep(_LOOK_SECONDS)


async def wait_until_async(condition: Callable[[], object], what: str, *, seconds: float = SECONDS) -> None:
    """The same for asynchronous tests: other tasks run meanwhile."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what}"
        await asyncio.sleep(_LOOK_SECONDS)
