"""Stored item: the size is computed once, readers get copies."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from dynamo.protocol.codec import decode, encode
from tests.memory.sizes import item_bytes

if TYPE_CHECKING:
    from dynamo.items import Attributes, Value

# Nearly every value is one of these: they are handed out without a function call.
UNCHANGING: Final = (str, int)


class Stored(dict[str, "Value"]):
    """An item as the table keeps it; replaced, never changed."""

    @classmethod
    def of(cls, item: Attributes) -> Stored:
        """Own copies, and only what DynamoDB could store; raises InvalidRequestError."""
        return cls(decode(encode(item)))

    @cached_property
    def bytes(self) -> int:
        """The size as the rules count it."""
        return item_bytes(self)

    def copied(self) -> Attributes:
        """A copy, which its reader may change."""
        return {name: value if type(value) in UNCHANGING else _copied(value) for name, value in self.items()}


def _copied(value: Value) -> Value:
    if isinstance(value, list):
        return [_copied(member) for member in value]
    if isinstance(value, dict):
        return {name: _copied(member) for name, member in value.items()}
    return value
