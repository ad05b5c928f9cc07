"""Hub: one subscription to the feed for each web process, fan-out to its clients.

It neither reads the table nor knows sockets; clients read from their `Subscription`.
"""

import logging
import time
from collections.abc import Callable
from typing import NoReturn, Protocol

from live.board.frames import Delta, Frame, Snapshot, decode, encode
from live.board.replica import Replica, Verdict
from live.board.wire import SILENCE_SECONDS, BoardWire
from live.exceptions import FrameError
from live.hub.kept_frames import KeptFrames, Position
from sockets.hub import LINGER_SECONDS, REJOIN_SECONDS, SocketHub
from sockets.packed import Message, packed
from sockets.per_loop import per_loop
from sockets.subscription import BUFFERED_FRAMES, Subscription

logger = logging.getLogger(__name__)

ASK_INTERVAL_SECONDS = 0.5


class Wire(Protocol):
    """Source of frames; every method raises WireError while it is interrupted."""

    async def join(self) -> None: ...
    async def receive(self) -> str: ...
    async def ask(self) -> None: ...
    async def leave(self) -> None: ...


class Hub(SocketHub[Subscription]):
    """Follows the feed, keeps the board's state, and sends its frames to the clients."""

    name = "board"

    def __init__(
        self,
        open_wire: Callable[[], Wire],
        *,
        clock: Callable[[], float] = time.monotonic,
        bound: int = BUFFERED_FRAMES,
        linger_seconds: float = LINGER_SECONDS,
        rejoin_seconds: float = REJOIN_SECONDS,
    ) -> None:
        super().__init__(clock=clock, linger_seconds=linger_seconds, rejoin_seconds=rejoin_seconds)
        self._open_wire = open_wire
        self._bound = bound
        self._replica = Replica()
        self._kept = KeptFrames()
        self._encoded: tuple[Snapshot, Message] | None = None
        self._ask_due = clock()
        self._fitted_at = clock()

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest state."""
        return self._replica.snapshot

    def subscribe(self, *, after: Position | None = None) -> Subscription:
        """A subscription for a new client; starts to follow the feed if needed.

        Its first message is a snapshot, or what followed the position it knows, if all of that is kept.
        """
        missed = self._kept.since(after) if after else None
        client = Subscription(
            snapshot=self._snapshot_message,
            clock=self._clock,
            bound=self._bound + len(missed or ()),
            frames=missed,
        )
        self._add(client)
        return client

    def _forget(self) -> None:
        self._replica = Replica()
        self._kept = KeptFrames()
        self._encoded = None

    async def _session(self) -> NoReturn:
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
            frame = decode(text)
            step = self._replica.receive(frame)
        except FrameError as error:
            logger.warning("%s; asking for a snapshot", error)
            return Verdict.ASK
        if step.verdict is Verdict.IGNORE:
            return self._ignored()
        if step.verdict is not Verdict.ASK:
            self._fitted_at = self._clock()
        if step.verdict is Verdict.FORWARD:
            self._offer(frame, text)
        elif step.healing is not None:
            self._offer(step.healing, encode(step.healing))
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

    def _offer(self, frame: Frame, text: str) -> None:
        message = packed(text)  # once for all clients
        if isinstance(frame, Delta):
            self._kept.add(frame, message)
        for client in self._clients:
            client.offer(message)

    def _snapshot_message(self) -> Message | None:
        snapshot = self._replica.snapshot
        if snapshot is None:
            return None
        if self._encoded is None or self._encoded[0] is not snapshot:
            self._encoded = (snapshot, packed(encode(snapshot)))
        return self._encoded[1]


current_hub = per_loop(lambda: Hub(BoardWire))
