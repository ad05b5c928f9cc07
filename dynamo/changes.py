"""Changes to one attribute, rendered for DynamoDB or applied to a plain item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from dynamo.exceptions import InvalidRequestError
from dynamo.items import is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dynamo.items import Attributes, Value
    from dynamo.protocol.rendering import Rendering


class Change(Protocol):
    """One change to one attribute; the section is the part of the update expression it belongs to."""

    section: ClassVar[str]

    @property
    def attribute(self) -> str:
        """The attribute that is changed."""

    def render(self, to: Rendering) -> str:
        """The change as one term of its section."""

    def apply(self, item: Attributes) -> None:
        """Changes a plain item in place; raises InvalidRequestError if the types do not fit."""


@dataclass(frozen=True, slots=True)
class Set:
    """The attribute gets this value."""

    section: ClassVar[str] = "SET"
    attribute: str
    value: Value

    def render(self, to: Rendering) -> str:
        return f"{to.name(self.attribute)} = {to.value(self.value)}"

    def apply(self, item: Attributes) -> None:
        item[self.attribute] = self.value


@dataclass(frozen=True, slots=True)
class Remove:
    """The attribute is removed; it may be absent."""

    section: ClassVar[str] = "REMOVE"
    attribute: str

    def render(self, to: Rendering) -> str:
        return to.name(self.attribute)

    def apply(self, item: Attributes) -> None:
        item.pop(self.attribute, None)


@dataclass(frozen=True, slots=True)
class Add:
    """The number is added to the attribute; an absent one counts as 0."""

    section: ClassVar[str] = "ADD"
    attribute: str
    number: int | float

    def render(self, to: Rendering) -> str:
        return f"{to.name(self.attribute)} {to.value(self.number)}"

    def apply(self, item: Attributes) -> None:
        before = item.get(self.attribute, 0)
        if not is_number(before):
            raise InvalidRequestError(f"attribute {self.attribute}: only a number can be added to.")
        item[self.attribute] = before + self.number


@dataclass(frozen=True, slots=True)
class Append:
    """The values are appended to the list; an absent one counts as empty."""

    section: ClassVar[str] = "SET"
    attribute: str
    values: Sequence[Any]

    def render(self, to: Rendering) -> str:
        name = to.name(self.attribute)
        return f"{name} = list_append(if_not_exists({name}, {to.value([])}), {to.value(list(self.values))})"

    def apply(self, item: Attributes) -> None:
        before = item.get(self.attribute, [])
        if not isinstance(before, list):
            raise InvalidRequestError(f"attribute {self.attribute}: only a list can be appended to.")
        item[self.attribute] = [*before, *self.values]
