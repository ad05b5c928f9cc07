"""Message ids: 53 bits that grow with time, are unique over workers, and spread evenly over shards. Pure.

From the left 38 bits of 10 ms since 2026 (87 years), 8 bits worker, 7 bits sequence. The sequence of a tick
starts at a hash of the tick: ids of a quiet system would otherwise all end in zeros, and so be uneven over
any power of two of databases.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2s
from string import ascii_lowercase, digits

from messaging.exceptions import ClockOutOfRangeError, ClockWentBackError

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
TICK = timedelta(milliseconds=10)
TICK_BITS, WORKER_BITS, SEQUENCE_BITS = 38, 8, 7
TICKS, WORKERS, SEQUENCES = 1 << TICK_BITS, 1 << WORKER_BITS, 1 << SEQUENCE_BITS
NONE_YET = -1
LETTERS = digits + ascii_lowercase


@dataclass(frozen=True, order=True)
class Place:
    """The tick and the sequence of an id: what grows within one worker."""

    tick: int = NONE_YET
    sequence: int = NONE_YET

    def id_of(self, worker: int) -> int:
        return (self.tick << WORKER_BITS | worker) << SEQUENCE_BITS | self.sequence

    def following(self) -> "Place":
        """The next place; behind the last one of a tick it is the first of the next tick."""
        if self.sequence + 1 < SEQUENCES:
            return Place(self.tick, self.sequence + 1)
        return Place(self.tick + 1, 0)


def tick_of(at: datetime) -> int:
    """The tick of a moment. Raises ClockOutOfRangeError."""
    tick = (at - BEGAN) // TICK
    if not 0 <= tick < TICKS:
        raise ClockOutOfRangeError(at)
    return tick


def moment_of_tick(tick: int) -> datetime:
    """When a tick begins."""
    return BEGAN + tick * TICK


def moment_of(message_id: int) -> datetime:
    """When an id was given, in steps of 10 ms."""
    return moment_of_tick(message_id >> WORKER_BITS + SEQUENCE_BITS)


def text_of(message_id: int) -> str:
    """The id in digits and small letters, 11 of them at most: short, since each key of a message has it."""
    found = ""
    while message_id or not found:
        message_id, rest = divmod(message_id, len(LETTERS))
        found = LETTERS[rest] + found
    return found


def first_place(tick: int, after: Place) -> Place:
    """The first place to use when the clock enters a tick: at a hash of the tick, beyond what is used."""
    used = after.sequence if after.tick == tick else NONE_YET
    left = SEQUENCES - 1 - used
    if not left:
        return after.following()
    digest = blake2s(tick.to_bytes(8, "big"), digest_size=8).digest()
    return Place(tick, used + 1 + int.from_bytes(digest, "big") % left)


@dataclass
class Sequence:
    """The ids of one worker, ascending; not thread-safe.

    A tick that is used up continues in the next one, ahead of the clock. A clock that goes back is refused.
    """

    clock: Callable[[], datetime]
    last: Place = Place()
    seen_tick: int = NONE_YET

    def next_place(self) -> Place:
        """The next place. Raises ClockWentBackError and ClockOutOfRangeError."""
        now = self.clock()
        tick = tick_of(now)
        if tick < self.seen_tick:
            raise ClockWentBackError(now, moment_of_tick(self.seen_tick))
        enters = tick > self.seen_tick and tick >= self.last.tick
        self.last = first_place(tick, self.last) if enters else self.last.following()
        self.seen_tick = tick
        return self.last
