"""Replica of the board: applies frames and gives a verdict on each. Pure.

The browser has the same rules: without the same epoch and `prev` equal to its own `seq` it needs a snapshot.
A replica here also remembers past epochs, so that late frames of a replaced feed change nothing.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto

from live.board.frames import Delta, Frame, Heartbeat, Snapshot, State, apply, diff

REMEMBERED_EPOCHS = 16


class Verdict(Enum):
    """Meaning of a frame for the clients of this replica."""

    FORWARD = auto()  # it fits: pass it on as it is
    HEAL = auto()  # a snapshot filled a gap: pass on `Step.healing` instead
    RESTART = auto()  # all new: clients need a snapshot
    IGNORE = auto()  # already known, or from a past epoch
    ASK = auto()  # a frame was missed: a snapshot is needed here


@dataclass(frozen=True)
class Step:
    """The verdict on one frame; `healing` is there for HEAL only."""

    verdict: Verdict
    healing: Delta | None = None


IGNORED, ASKING = Step(Verdict.IGNORE), Step(Verdict.ASK)
FORWARDED, RESTARTED = Step(Verdict.FORWARD), Step(Verdict.RESTART)


class Replica:
    """The newest state; `snapshot` is None until the first one arrives."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self._over: deque[str] = deque(maxlen=REMEMBERED_EPOCHS)

    def receive(self, frame: Frame) -> Step:
        """Apply the frame if it fits, and answer the verdict."""
        if frame.epoch in self._over:
            return IGNORED
        if isinstance(frame, Snapshot):
            return self._adopt(frame)
        known = self.snapshot
        if known is None or frame.epoch != known.epoch:
            return ASKING
        if isinstance(frame, Heartbeat):
            return self._confirm(known, frame)
        return self._advance(known, frame)

    def _adopt(self, new: Snapshot) -> Step:
        known = self.snapshot
        if known is not None and known.epoch == new.epoch:
            return self._heal(known, new)
        if known is not None:
            self._over.append(known.epoch)
        self.snapshot = new
        return RESTARTED

    def _heal(self, known: Snapshot, new: Snapshot) -> Step:
        if new.seq <= known.seq:
            return IGNORED
        self.snapshot = new
        difference = diff(known.state, new.state)
        return Step(Verdict.HEAL, Delta(new.epoch, new.seq, known.seq, new.at, difference))

    def _advance(self, known: Snapshot, delta: Delta) -> Step:
        if delta.seq <= known.seq:
            return IGNORED
        if delta.prev != known.seq:
            return ASKING
        self._keep(known.epoch, delta.seq, delta.at, apply(known.state, delta.difference))
        return FORWARDED

    def _confirm(self, known: Snapshot, heartbeat: Heartbeat) -> Step:
        if heartbeat.seq < known.seq:
            return IGNORED
        if heartbeat.seq > known.seq:
            return ASKING
        self._keep(known.epoch, known.seq, heartbeat.at, known.state)
        return FORWARDED

    def _keep(self, epoch: str, seq: int, at: str, state: State) -> None:
        self.snapshot = Snapshot(epoch, seq, at, state)
