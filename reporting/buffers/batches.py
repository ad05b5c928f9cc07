"""Interface of the buffers: batches, accounts, limits, operations. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

# A line: the moment of its event in milliseconds since 1970, a blank, and JSON without line breaks.
MOMENT_DIGITS = 13
SINK_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")


class Lane(StrEnum):
    """Lane of a key: keys with many events a second wait separately."""

    COLD = "cold"
    HOT = "hot"


@dataclass(frozen=True)
class Limits:
    """Limits of the buffers.

    At most `capacity` events a key, `batch` events at once, and `fresh_seconds` of age; a claim ends after
    `lease_seconds`; from `hot_per_second` events a second a key is hot; the newest `keep` events of a key
    stay as a log when all sinks are done with them.
    """

    capacity: int = 10_000
    batch: int = 128
    fresh_seconds: float = 180.0
    lease_seconds: float = 30.0
    hot_per_second: int = 200
    keep: int = 0

    @property
    def fresh_ms(self) -> int:
        """Milliseconds."""
        return int(self.fresh_seconds * 1000)

    @property
    def lease_ms(self) -> int:
        """Milliseconds."""
        return int(self.lease_seconds * 1000)

    @property
    def buffer_ms(self) -> int:
        """Lifetime of a buffer after its last event: nothing in it is fresh by then."""
        return 2 * self.fresh_ms + self.lease_ms


@dataclass(frozen=True)
class Batch:
    """Events of one key, claimed for one sink, oldest first.

    `first` is the number of the first event among those of its key; `since`, milliseconds, is when the
    numbers of this key began, so both together identify an event. `text` has the lines.
    """

    key: str
    token: int
    since: int
    first: int
    count: int
    text: bytes

    def lines(self) -> list[bytes]:
        """One line for each event."""
        return self.text.split(b"\n")

    def events(self) -> list[bytes]:
        """The JSON of each event."""
        return [line[MOMENT_DIGITS + 1 :] for line in self.lines()]


@dataclass(frozen=True)
class Account:
    """Account of the events of one key for one sink.

    `waiting` includes those `claimed` now. `rate`, in events a second, covers the last seconds with claims,
    or the time since the last claim. `age_ms` is the age of the oldest waiting event.
    """

    key: str
    sink: str
    produced: int = 0
    delivered: int = 0
    dropped: int = 0
    expired: int = 0
    waiting: int = 0
    claimed: int = 0
    rate: int = 0
    lane: Lane = Lane.COLD
    age_ms: int = 0

    @property
    def unaccounted(self) -> int:
        """0, or the accounting is broken."""
        return self.produced - self.delivered - self.dropped - self.expired - self.waiting


# Lines by key, and counts by key.
Lines = Mapping[str, Sequence[bytes]]
Counts = Mapping[str, int]


class Buffers(Protocol):
    """Buffers by key, with a position for each sink."""

    limits: Limits

    def append(self, producer: str, call: int, lines: Lines) -> bool:
        """Appends the lines, all or none; False if this call, or a later one, was carried out before.

        `call` increases for each producer, so a call without an answer may be sent again.
        """

    def drop(self, producer: str, call: int, counts: Counts) -> bool:
        """Counts lost events as produced and dropped; False as for `append`.

        Both share the call numbers.
        """

    def claim(self, sink: str, lane: Lane) -> Batch | None:
        """The next batch for a sink, claimed for the length of a lease; None if none waits."""

    def claim_several(self, sink: str, lane: Lane, *, most: int) -> list[Batch]:
        """As `claim`, the next batches at once, each of another key; none if none waits."""

    def finish(self, sink: str, batch: Batch, *, delivered: int) -> bool:
        """Counts `delivered` events of a claimed batch as delivered and the rest as too old.

        False, and nothing is counted, if the claim was lost to another worker.
        """

    def finish_several(self, sink: str, batches: Sequence[Batch]) -> list[bool]:
        """As `finish` for each of these batches, whose events are all delivered."""

    def give_back(self, sink: str, batch: Batch) -> bool:
        """Ends a claim without a result: the batch waits again. False if the claim was lost to another
        worker.
        """

    def accounts(self) -> list[Account]:
        """One for each key and sink, by key."""

    def recent(self, key: str, count: int) -> list[bytes]:
        """The JSON of the newest kept events of a key, oldest first."""
