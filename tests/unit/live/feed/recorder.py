"""Recorder of frames: what a client of the feed would get; fails on command."""

from live.board.frames import Frame, State, decode
from live.board.replica import Replica
from sockets.exceptions import WireError


class Recorder:
    """Keeps what is published; fails on command."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.is_away = False
        self.attempts = 0

    async def publish(self, text: str) -> None:
        self.attempts += 1
        if self.is_away:
            raise WireError("the test cut the wire")
        self.frames.append(decode(text))

    def of(self, kind: type[Frame]) -> list[Frame]:
        return [frame for frame in self.frames if isinstance(frame, kind)]

    @property
    def newest(self) -> State:
        """State of a client that got every frame."""
        replica = Replica()
        for frame in self.frames:
            replica.receive(frame)
        return replica.snapshot.state if replica.snapshot else {}
