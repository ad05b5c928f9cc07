"""Subscription of one device: its party and family, and the stamp of the last frame sent to it."""

from collections.abc import Callable
from dataclasses import dataclass

from messaging.devices.frames import beat_frame, hello_frame, stamped
from messaging.model.families import Family
from sockets.packed import Message
from sockets.subscription import Subscription


@dataclass(frozen=True)
class Position:
    """The position in the news: the epoch, and the stamp of the last message published."""

    epoch: str
    published: int


class DeviceSubscription(Subscription):
    """Begins with `hello`, which also comes again in place of what a slow device has missed.

    Without a `family`, which `Places` sets, there is no hello yet.
    """

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
        self.family: Family | None = None
        self._position = position
        self._sent = Position("", 0)

    def stands_for(self, party: str) -> bool:
        """Whether the party is its user, or an alias of its user."""
        return self.family is not None and party in self.family.parties

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
        position, family = self._position(), self.family
        if position is None or family is None:
            return None
        self._sent = Position(family.epoch(position.epoch), position.published)
        return hello_frame(self._sent.epoch, self._sent.published)
