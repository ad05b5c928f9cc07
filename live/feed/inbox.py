"""Inbox of the feed: changes to read, requests for a snapshot, requests for a recount.

It belongs to one event loop; adding never waits, and any number of requests count as one.
"""

import asyncio
from contextlib import suppress

from live.feed.work import Work


class Inbox:
    """Filled by the listener, emptied by the term that leads."""

    def __init__(self) -> None:
        self._work = Work()
        self._changed = asyncio.Event()
        self.snapshot_wanted = asyncio.Event()
        self.recount_wanted = asyncio.Event()
        self.look_due = 0.0  # no look before this moment of `time.monotonic`

    def add(self, work: Work) -> None:
        """Adds changes to read."""
        self._work.add(work)
        self._changed.set()

    def look_at_everything(self) -> None:
        """Notices may have been missed: read everything, send everything, count again."""
        self.add(Work(everything=True))
        self.snapshot_wanted.set()
        self.recount_wanted.set()

    async def wait(self, seconds: float) -> bool:
        """Waits for changes to read, up to a limit; answers whether there are any."""
        return await wait_for_event(self._changed, seconds)

    def take(self) -> Work:
        """The changes to read now; later ones are collected for the next reading."""
        taken, self._work = self._work, Work()
        self._changed.clear()
        return taken


async def wait_for_event(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, up to a limit; answers whether it is set."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
