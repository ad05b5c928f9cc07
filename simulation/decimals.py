"""Numbers as people type them: plain decimals, read exactly. Pure.

`float` and `int` also take digits of other scripts, underscores and "nan", and 99.9 / 100 is not quite 0.999.
"""

import re
from decimal import Decimal

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
MOST_CHARACTERS = 40


def number_from(text: str) -> float | None:
    """The number in a text; None without one."""
    text = text.strip()
    is_number = len(text) <= MOST_CHARACTERS and _NUMBER.fullmatch(text)
    return float(text) if is_number else None


def whole_from(text: str) -> int | None:
    """The whole number in a text; None without one."""
    text = text.strip()
    return int(text) if _WHOLE.fullmatch(text) else None


def share_of(percent: float) -> float:
    """The share of a percentage: 99.9 as 0.999."""
    return float(Decimal(repr(percent)) / 100)


def times(number: float, factor: int) -> float:
    """The decimal product: 1.1 hours are 3,960 seconds, not 3,960.0000000000005."""
    return float(Decimal(repr(number)) * factor)
