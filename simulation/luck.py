"""Random numbers from seed and arrival number: the same for every process. Pure; keeps no state.

Nothing here advances a generator, so that any process can ask for any arrival at any time and gets what
every other process would get.
"""

from hashlib import blake2b
from struct import Struct
from typing import NamedTuple

DRAWS = 16
# Another draw of the same arrival: seeds end far below.
NEXT_DRAW = 1 << 40


class Luck(NamedTuple):
    """What chance deals one arrival: independent numbers, evenly spread over the open interval 0 to 1.

    There is room for sixteen; a new one goes to the end, so that the others stay what they were.
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


def luck_of(seed: int, number: int) -> Luck:
    """The luck of arrival `number` (0, 1, …) of a run with this seed."""
    words = _unpack(blake2b(f"{seed}/{number}".encode(), digest_size=4 * DRAWS).digest())
    # With the half added neither 0 nor 1 can come out.
    return Luck._make([(word + 0.5) / (1 << 32) for word in words[:_KINDS]])


def luck_anew(seed: int, number: int, *, failures: int) -> Luck:
    """The luck of the same arrival after so many offers in vain, drawn anew for each; at first `luck_of`."""
    return luck_of(seed + NEXT_DRAW * failures, number)
