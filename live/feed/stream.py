"""Stream of one term: numbers its frames and computes deltas between states. Pure."""

from live.board.frames import Delta, Heartbeat, Snapshot, State, diff


class Stream:
    """Frames of a leading feed: one epoch, `seq` plus one per delta."""

    def __init__(self, epoch: str, state: State, *, at: str) -> None:
        self.snapshot = Snapshot(epoch, 0, at, state)

    @property
    def heartbeat(self) -> Heartbeat:
        """The position of the stream, without rows."""
        return Heartbeat(self.snapshot.epoch, self.snapshot.seq, self.snapshot.at)

    def advance(self, state: State, *, at: str) -> Delta | None:
        """The delta to a newer state, or None without a difference; `at` becomes its moment anyway."""
        old = self.snapshot
        difference = diff(old.state, state)
        seq = old.seq + 1 if difference else old.seq
        self.snapshot = Snapshot(old.epoch, seq, at, state)
        return Delta(old.epoch, seq, old.seq, at, difference) if difference else None
