"""Subscription of one device: its party, and the stamp of the last frame sent to it."""

from collections.abc import Callable
from dataclasses import dataclass

from messaging.devices.frames import beat_frame, hello_frame, stamped
from sockets.packed import Message
from sockets.subscription import Subscription


@dataclass(frozen=True)
class Position:
    """The position in the news: the epoch, and the stamp of the last message published."""

    epoch: str
    published: int


class DeviceSubscription(Subscription):
    """Begins with `hello`, which also comes again in place of what a slow device has missed."""

    def __init__(
        self,
        party: str,
        *,
        position: Callable[[], Position | None],
        clock: Callable[[], float],
        bound: int,
        interval_seconds: float,
    ) -> None:
        super().__init__(snapshot=self._hello, clock=clock, bound=bound, interval_seconds=interval_seconds)
        self.party = party
        self._position = position
        self._sent = Position("", 0)

    def send(self, frame: str, stamp: int) -> None:
        """A frame of a conversation; its stamp, unless it has none, follows that of the frame before."""
        if stamp:
            frame = stamped(frame, prev=self._sent.published, stamp=stamp)
            self._sent = Position(self._sent.epoch, stamp)
        self.offer(frame)

    def beat(self) -> None:
        """A heartbeat, unless a `hello` is already waiting."""
        self.offer(beat_frame(self._sent.epoch, self._sent.published))

    def _hello(self) -> Message | None:
        position = self._position()
        if position is None:
            return None
        self._sent = position
        return hello_frame(position.epoch, position.published)
