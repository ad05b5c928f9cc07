"""Kept frames: the last deltas of an epoch, for clients that come back. Pure."""

from collections import deque
from typing import NamedTuple

from live.board.frames import Delta
from sockets.packed import Message

MOST_FRAMES = 2_000
MOST_CHARACTERS = 8_000_000


class Position(NamedTuple):
    """The last frame that a client has."""

    epoch: str
    seq: int


class KeptFrames:
    """Deltas without a gap, the newest last, up to a number and a size."""

    def __init__(self, *, most: int = MOST_FRAMES, most_characters: int = MOST_CHARACTERS) -> None:
        self._most, self._most_characters = most, most_characters
        self._epoch = ""
        self._frames: deque[tuple[int, int, Message]] = deque()
        self._size = 0

    def add(self, delta: Delta, message: Message) -> None:
        """Keeps a delta; one that does not follow the last replaces all."""
        follows = self._frames and self._frames[-1][1] == delta.prev and self._epoch == delta.epoch
        if not follows:
            self._epoch, self._size = delta.epoch, 0
            self._frames.clear()
        self._frames.append((delta.prev, delta.seq, message))
        self._size += len(message)
        while len(self._frames) > self._most or self._size > self._most_characters:
            self._size -= len(self._frames.popleft()[2])

    def since(self, position: Position) -> list[Message] | None:
        """The frames after a position; None if some are missing, or it is not known."""
        if position.epoch != self._epoch or not self._frames:
            return None
        if position.seq == self._frames[-1][1]:
            return []
        later = [message for prev, _, message in self._frames if prev >= position.seq]
        is_known = any(prev == position.seq for prev, _, _ in self._frames)
        return later if is_known else None
