"""Waits for a condition, so that no test sleeps for a guessed time."""

import asyncio
import time
from collections.abc import Callable

SECONDS = 60.0
# Looks are often at first, then rarer: each takes time from what is waited for.
_FIRST_PAUSE, _LONGEST_PAUSE, _PAUSES = 0.01, 0.05, 20


def wait_until(condition: Callable[[], object], what: str, *, seconds: float = SECONDS) -> None:
    """Returns as soon as the condition holds; fails with `what` after `seconds`."""
    began = time.monotonic()
    while not condition():
        time.sleep(_pause(time.monotonic() - began, seconds, what))


async def wait_until_async(condition: Callable[[], object], what: str, *, seconds: float = SECONDS) -> None:
    """The same for asynchronous tests: other tasks run meanwhile."""
    began = time.monotonic()
    while not condition():
        pause = _pause(time.monotonic() - began, seconds, what)
        await asyncio.sleep(pause)


def _pause(waited: float, seconds: float, what: str) -> float:
    """Seconds until the next look."""
    assert waited < seconds, f"not within {seconds:g} s: {what}"
    return min(max(waited / _PAUSES, _FIRST_PAUSE), _LONGEST_PAUSE)
