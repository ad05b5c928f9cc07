"""Stream of one term: numbers its frames and computes deltas between states. Pure."""

from live.board.frames import Delta, Heartbeat, Snapshot, State, diff


class Stream:
    """What a feed says while it leads: one epoch, `seq` going up by one per delta."""

    def __init__(self, epoch: str, state: State, *, at: str) -> None:
        self.snapshot = Snapshot(epoch, 0, at, state)

    @property
    def heartbeat(self) -> Heartbeat:
        """Where the stream stands, without the rows."""
        return Heartbeat(self.snapshot.epoch, self.snapshot.seq, self.snapshot.at)

    def advance(self, state: State, *, at: str) -> Delta | None:
        """The step to a newer state, or None where nothing differs; either way `at` is now its moment."""
        old = self.snapshot
        difference = diff(old.state, state)
        seq = old.seq + 1 if difference else old.seq
        self.snapshot = Snapshot(old.epoch, seq, at, state)
        return Delta(old.epoch, seq, old.seq, at, difference) if difference else None
