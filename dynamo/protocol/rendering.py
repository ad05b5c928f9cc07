"""Names and values of the expressions of one action."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dynamo.protocol.codec import encode_value

if TYPE_CHECKING:
    from dynamo.items import Value
    from dynamo.protocol.codec import AttributeValue


@cache
def _placeholder(attribute: str) -> str:
    # The letters of the name keep requests readable; the code point replaces what a placeholder may not hold.
    return "#" + "".join(
        letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):x}_" for letter in attribute
    )


class Rendering:
    """The placeholders of one action, in DynamoDB's two forms."""

    __slots__ = ("names", "values")

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.values: dict[str, AttributeValue] = {}

    def name(self, attribute: str) -> str:
        """The placeholder that stands for an attribute name; names may be reserved words."""
        placeholder = _placeholder(attribute)
        self.names[placeholder] = attribute
        return placeholder

    def value(self, value: Value) -> str:
        """The placeholder that stands for a value."""
        placeholder = f":{len(self.values)}"
        self.values[placeholder] = encode_value(value)
        return placeholder
