"""Sizes of items and the capacity units they cost, by Amazon's published rules."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from dynamo.items import Foreign

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dynamo.items import Value

MAX_ITEM_BYTES: Final = 400 * 1024
WRITE_UNIT_BYTES: Final = 1024
READ_UNIT_BYTES: Final = 4 * 1024
NUMBER_BYTES: Final = 12  # Amazon says "approximately"; short numbers are smaller, none is larger than 21
COLLECTION_BYTES: Final = 3


def item_bytes(item: Mapping[str, Value]) -> int:
    """The size of an item, names of attributes included, in bytes; numbers are estimated."""
    return sum(_text_bytes(name) + _value_bytes(value) for name, value in item.items())


def write_units(size: int, *, factor: int = 1) -> float:
    """Write capacity units for an item of this size in bytes; in a transaction the factor is 2."""
    return float(factor * max(1, math.ceil(size / WRITE_UNIT_BYTES)))


def read_units(size: int, *, factor: float = 1) -> float:
    """Read capacity units for a strongly consistent read of this size in bytes; in a transaction the factor
    is 2, eventually consistent it is 0.5. An absent item costs as much as the smallest.
    """
    return float(factor * max(1, math.ceil(size / READ_UNIT_BYTES)))


def _value_bytes(value: Value) -> int:
    if isinstance(value, str):
        return _text_bytes(value)
    if value is None or isinstance(value, bool):
        return 1
    if isinstance(value, int | float | Foreign):
        return NUMBER_BYTES
    if isinstance(value, frozenset):
        return sum(map(_text_bytes, value))
    if isinstance(value, dict):
        return COLLECTION_BYTES + item_bytes(value) + len(value)
    return COLLECTION_BYTES + sum(_value_bytes(member) + 1 for member in value)


def _text_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())
