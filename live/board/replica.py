"""Replica of the board: applies frames and gives a verdict on each. Pure.

The rules are the browser's as well: the same epoch and `prev` equal to one's own `seq`, or only a snapshot
helps. A copy here also remembers the epochs that are over, so that the last words of a feed that has been
replaced change nothing.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto

from live.board.frames import Delta, Frame, Heartbeat, Snapshot, State, apply, diff

REMEMBERED_EPOCHS = 16


class Verdict(Enum):
    """What a frame means to those who follow this copy."""

    FORWARD = auto()  # it fits: pass it on as it is
    HEAL = auto()  # a snapshot filled a gap: pass on `Step.healing` instead
    RESTART = auto()  # everything is new: whoever follows needs a snapshot
    IGNORE = auto()  # known already, or from an epoch that is over
    ASK = auto()  # something was missed: a snapshot is needed here


@dataclass(frozen=True)
class Step:
    """The verdict on one frame; `healing` is there for HEAL only."""

    verdict: Verdict
    healing: Delta | None = None


IGNORED, ASKING = Step(Verdict.IGNORE), Step(Verdict.ASK)
FORWARDED, RESTARTED = Step(Verdict.FORWARD), Step(Verdict.RESTART)


class Replica:
    """The newest state known here; `snapshot` is None until the first one came."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self._over: deque[str] = deque(maxlen=REMEMBERED_EPOCHS)

    def receive(self, frame: Frame) -> Step:
        """Apply the frame if it fits, and say what it means."""
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
