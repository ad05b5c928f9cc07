"""Null sink: takes everything, keeps nothing."""

from reporting.buffers.batches import Batch


class NullSink:
    """For measurements."""

    def deliver(self, batch: Batch) -> None:
        """Done."""

    def close(self) -> None:
        """Nothing is open."""
