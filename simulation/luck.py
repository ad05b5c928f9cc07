"""Random numbers from seed and arrival number: the same for every process. Pure.

No generator has a state, so any process gets the same numbers for any arrival at any time.
"""

from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import NamedTuple

DRAWS = 16
# Offsets of another draw for the same arrival: seeds are far below, and offers are fewer than messages.
NEXT_DRAW, NEXT_MESSAGE = 1 << 40, 1 << 60


class Luck(NamedTuple):
    """Random numbers of one arrival: independent, uniform on the open interval 0 to 1.

    At most sixteen; a new one goes to the end, so that the others keep their values.
    """

    gap: float
    wish: float
    topic: float
    gender: float
    priority: float
    answer_delay: float
    talk: float
    wrap_up: float
    patience: float
    missed: float


_KINDS = len(Luck._fields)
_unpack = Struct(f">{DRAWS}I").unpack


@lru_cache(maxsize=2_048)  # a caller is asked for again and again while its call lasts
def luck_of(seed: int, number: int) -> Luck:
    """The luck of arrival `number` (0, 1, …) of a run with this seed."""
    words = _unpack(blake2b(f"{seed}/{number}".encode(), digest_size=4 * DRAWS).digest())
    # The added half excludes 0 and 1.
    return Luck._make([(word + 0.5) / (1 << 32) for word in words[:_KINDS]])


def redrawn_luck(seed: int, number: int, *, failures: int) -> Luck:
    """The luck of the same arrival after some unanswered offers, a new draw for each; at first `luck_of`."""
    return luck_of(seed + NEXT_DRAW * failures, number)


def message_luck(seed: int, number: int, *, message: int) -> Luck:
    """The luck of message 1, 2, … of a chat, a new draw for each."""
    return luck_of(seed + NEXT_MESSAGE * message, number)
