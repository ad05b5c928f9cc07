"""Sink interface: takes one batch at a time, whole or not at all as far as it can. Pure."""

import json
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from reporting.buffers.batches import Batch


class Sink(Protocol):
    """Destination of batches; thread-safe."""

    def deliver(self, batch: Batch) -> None:
        """Returns once the batch is taken. Raises DeliveryError; then it may be sent again, or part of it."""

    def close(self) -> None:
        """Releases its resources."""


@runtime_checkable
class Gathering(Protocol):
    """A sink that takes the batches of several keys together.

    When it has taken what waited it rests for `rest_seconds`, to get more at once.
    """

    rest_seconds: float

    def deliver_together(self, batches: Sequence[Batch]) -> None:
        """As `deliver`, for one batch of each key."""


def named_events(batch: Batch) -> list[bytes]:
    """The JSON of each event with its identity: key, start of the key's numbers, its number.

    A receiver recognizes an event sent twice, after a lost answer, by these three.
    """
    head = b'{"key":%s,"since":%d,"number":' % (json.dumps(batch.key).encode(), batch.since)
    return [
        b"%s%d,%s" % (head, number, event[1:]) for number, event in enumerate(batch.events(), batch.first)
    ]


def envelope(batch: Batch, events: list[bytes], first: int) -> bytes:
    """A JSON object with several events of a batch, the first of which has the number `first`."""
    head = {"key": batch.key, "since": batch.since, "first": first, "count": len(events)}
    return b'%s,"events":[%s]}' % (json.dumps(head, separators=(",", ":")).encode()[:-1], b",".join(events))
