"""Inbox of the feed: changes to read, requests for a snapshot, requests for a recount.

It belongs to one event loop; filling it never waits, and any number of wishes make one.
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

    def add(self, work: Work) -> None:
        """Something to look at."""
        self._work.add(work)
        self._changed.set()

    def look_at_everything(self) -> None:
        """Notices may have been missed: look at all, tell all, count again."""
        self.add(Work(everything=True))
        self.snapshot_wanted.set()
        self.recount_wanted.set()

    async def wait(self, seconds: float) -> bool:
        """Until there is something to look at, at most so long; answers whether there is."""
        return await wait_for_event(self._changed, seconds)

    def take(self) -> Work:
        """What to look at now; from here on news is collected for the next look."""
        taken, self._work = self._work, Work()
        self._changed.clear()
        return taken


async def wait_for_event(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, at most so long; answers whether it has come."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
