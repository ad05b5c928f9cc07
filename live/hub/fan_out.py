"""Hub: one subscription to the feed for each web process, fan-out to its clients.

It neither reads the table nor knows sockets; clients read from their `Subscription`.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol
from weakref import WeakKeyDictionary

from live.board.frames import Snapshot, decode, encode
from live.board.replica import Replica, Verdict
from live.board.wire import SILENCE_SECONDS, BoardWire
from live.calm import Calm
from live.exceptions import FrameError, WireError
from live.hub.packed import Message, packed
from live.hub.subscription import BUFFERED_FRAMES, Subscription
from live.tasks import end_tasks

logger = logging.getLogger(__name__)

ASK_INTERVAL_SECONDS = 0.5
REJOIN_SECONDS = 0.5
# A page change closes one socket and opens the next: without this, a single supervisor would make the process
# leave and join again at every click.
LINGER_SECONDS = 30.0


class Wire(Protocol):
    """Source of frames; every method raises WireError while it is interrupted."""

    async def join(self) -> None: ...
    async def receive(self) -> str: ...
    async def ask(self) -> None: ...
    async def leave(self) -> None: ...


class Hub:
    """Follows the feed from the first client until some time after the last one, through all failures."""

    def __init__(
        self,
        open_wire: Callable[[], Wire],
        *,
        clock: Callable[[], float] = time.monotonic,
        bound: int = BUFFERED_FRAMES,
        linger_seconds: float = LINGER_SECONDS,
        rejoin_seconds: float = REJOIN_SECONDS,
    ) -> None:
        self._open_wire = open_wire
        self._clock = clock
        self._bound = bound
        self._linger = linger_seconds
        self._rejoin = rejoin_seconds
        self._clients: set[Subscription] = set()
        self._replica = Replica()
        self._encoded: tuple[Snapshot, Message] | None = None
        self._ask_due = clock()
        self._fitted_at = clock()
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._farewell: asyncio.TimerHandle | None = None
        self._calm = Calm(logger, clock=clock)

    @property
    def is_running(self) -> bool:
        """True while it follows the feed."""
        return self._task is not None and not self._task.done()

    @property
    def clients(self) -> int:
        """The number of clients."""
        return len(self._clients)

    @property
    def failures(self) -> int:
        """The number of failures of the wire."""
        return self._calm.failures

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest state."""
        return self._replica.snapshot

    def subscribe(self) -> Subscription:
        """A subscription for a new client, whose first message is a snapshot; starts to follow the feed if
        needed.
        """
        if self._farewell is not None:
            self._farewell.cancel()
            self._farewell = None
        client = Subscription(snapshot=self._snapshot_message, clock=self._clock, bound=self._bound)
        self._clients.add(client)
        if not self.is_running:
            self._task = asyncio.get_running_loop().create_task(self._follow(), name="board hub")
        return client

    def unsubscribe(self, client: Subscription) -> None:
        """Forget a client; after the last one the hub stops, unless another comes within the linger time."""
        self._clients.discard(client)
        if not self._clients and self._farewell is None:
            loop = asyncio.get_running_loop()
            self._farewell = loop.call_later(self._linger, self._stop)

    async def close(self) -> None:
        """Stop following and wait for the end; clients get no more messages."""
        self._stop()
        if self._ending is not None:
            await self._ending

    def _stop(self) -> None:
        if self._farewell is not None:
            self._farewell.cancel()
            self._farewell = None
        if self._task is not None:
            self._ending = asyncio.get_running_loop().create_task(end_tasks([self._task]))
            self._task = None
        # The state would be old when the next client comes.
        self._replica = Replica()
        self._encoded = None

    async def _follow(self) -> None:
        while True:
            try:
                await self._session()
            except WireError as error:
                self._calm.trouble(str(error))
            except Exception:
                logger.exception("the board hub failed and starts again")
            await asyncio.sleep(self._rejoin)

    async def _session(self) -> None:
        # A wire for each session: an old one may still be leaving when the next client comes.
        wire = self._open_wire()
        try:
            await wire.join()
            self._ask_due = self._fitted_at = self._clock()
            await self._ask(wire)
            while True:
                text = await wire.receive()
                self._calm.well("board messages are sent again")
                if self._take(text) is Verdict.ASK:
                    await self._ask(wire)
        finally:
            await wire.leave()

    async def _ask(self, wire: Wire) -> None:
        # No timer repeats the request: the next heartbeat shows whether it is still open.
        if self._clock() >= self._ask_due:
            self._ask_due = self._clock() + ASK_INTERVAL_SECONDS
            await wire.ask()

    def _take(self, text: str) -> Verdict:
        try:
            step = self._replica.receive(decode(text))
        except FrameError as error:
            logger.warning("%s; asking for a snapshot", error)
            return Verdict.ASK
        if step.verdict is Verdict.IGNORE:
            return self._ignored()
        if step.verdict is not Verdict.ASK:
            self._fitted_at = self._clock()
        if step.verdict is Verdict.FORWARD:
            self._offer(text)
        elif step.healing is not None:
            self._offer(encode(step.healing))
        elif step.verdict is Verdict.RESTART:
            for client in self._clients:
                client.resync()
        return step.verdict

    def _ignored(self) -> Verdict:
        """If only one epoch is heard for long, it is current, though it was taken for a past one.

        That happens to a hub that hears only the last frames of a feed, after the first of the next.
        """
        if self._clock() - self._fitted_at <= SILENCE_SECONDS:
            return Verdict.IGNORE
        self._replica = Replica()
        return Verdict.ASK

    def _offer(self, text: str) -> None:
        message = packed(text)  # once for all clients
        for client in self._clients:
            client.offer(message)

    def _snapshot_message(self) -> Message | None:
        snapshot = self._replica.snapshot
        if snapshot is None:
            return None
        if self._encoded is None or self._encoded[0] is not snapshot:
            self._encoded = (snapshot, packed(encode(snapshot)))
        return self._encoded[1]


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def current_hub() -> Hub:
    """The hub of the running event loop: one per web process."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(BoardWire)
    return _hubs[loop]
