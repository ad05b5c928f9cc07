"""Subscription of one client: a bounded buffer of frames, or the mark "needs a snapshot".

A snapshot is what a client gets in place of what it missed: the whole board, or the word to read its list of
conversations. A subscription belongs to one event loop and knows neither sockets nor Redis.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from sockets.packed import Message

BUFFERED_FRAMES = 32
SNAPSHOT_INTERVAL_SECONDS = 1.0


class Subscription:
    """One client's subscription. `offer` never waits; `next` waits for the next message.

    A client more than `bound` frames behind loses its buffer and gets one snapshot at its next read. Clients
    share messages, so a client that never reads costs a list of references. With `frames`, it begins with
    these in place of a snapshot.
    """

    def __init__(
        self,
        *,
        snapshot: Callable[[], Message | None],
        clock: Callable[[], float],
        bound: int = BUFFERED_FRAMES,
        interval_seconds: float = SNAPSHOT_INTERVAL_SECONDS,
        frames: Sequence[Message] | None = None,
    ) -> None:
        self._snapshot = snapshot
        self._clock = clock
        self._bound = bound
        self._interval = interval_seconds
        self._frames: deque[Message] = deque(frames or ())
        self._needs_snapshot = frames is None
        self._snapshot_due = clock()
        self._news = asyncio.Event()

    def __len__(self) -> int:
        return len(self._frames)

    def offer(self, message: Message) -> None:
        """Add a frame for the client, or mark the client if it is too far behind."""
        if self._needs_snapshot:
            return  # the snapshot is made when it is read, with this frame in it
        if len(self._frames) >= self._bound:
            self.resync()
            return
        self._frames.append(message)
        self._news.set()

    def resync(self) -> None:
        """Drop the buffer; the next message is a snapshot. Two requests give one snapshot."""
        self._frames.clear()
        self._needs_snapshot = True
        self._news.set()

    async def next(self) -> Message:
        """The next message for this client: a snapshot first, then every frame after it, in order.

        Snapshots come at most once per interval, for any number of requests.
        """
        while True:
            if self._needs_snapshot:
                message = await self._due_snapshot()
                if message is not None:
                    return message
            elif self._frames:
                return self._frames.popleft()
            self._news.clear()
            await self._news.wait()

    async def _due_snapshot(self) -> Message | None:
        await asyncio.sleep(max(0.0, self._snapshot_due - self._clock()))
        message = self._snapshot()
        if message is not None:
            self._needs_snapshot = False
            self._snapshot_due = self._clock() + self._interval
        return message
