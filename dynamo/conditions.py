"""Conditions on one item, rendered for DynamoDB or evaluated on a plain item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from dynamo.exceptions import InvalidRequestError
from dynamo.items import PK, is_number, same_value

if TYPE_CHECKING:
    from dynamo.items import Attributes, Value
    from dynamo.protocol.rendering import Rendering


class Clause(Protocol):
    """One statement about an item; true or false, never an error."""

    def render(self, to: Rendering) -> str:
        """The statement as a DynamoDB condition expression."""

    def holds(self, item: Attributes | None) -> bool:
        """Whether it is true of the item; None means an absent item."""


@dataclass(frozen=True, slots=True)
class Exists:
    """The item is there; or, with a name, it has that attribute."""

    attribute: str = PK

    def render(self, to: Rendering) -> str:
        return f"attribute_exists({to.name(self.attribute)})"

    def holds(self, item: Attributes | None) -> bool:
        return item is not None and self.attribute in item


@dataclass(frozen=True, slots=True)
class Absent:
    """The item is not there; or, with a name, it lacks that attribute."""

    attribute: str = PK

    def render(self, to: Rendering) -> str:
        return f"attribute_not_exists({to.name(self.attribute)})"

    def holds(self, item: Attributes | None) -> bool:
        return item is None or self.attribute not in item


@dataclass(frozen=True, slots=True)
class Equals:
    """The attribute is there and has this value, of the same type."""

    attribute: str
    value: Value

    def render(self, to: Rendering) -> str:
        return f"{to.name(self.attribute)} = {to.value(self.value)}"

    def holds(self, item: Attributes | None) -> bool:
        return item is not None and self.attribute in item and same_value(item[self.attribute], self.value)


@dataclass(frozen=True, slots=True)
class Below:
    """The attribute is there, of the same type as the value (number or string), and smaller."""

    attribute: str
    value: str | int | float

    def render(self, to: Rendering) -> str:
        return f"{to.name(self.attribute)} < {to.value(self.value)}"

    def holds(self, item: Attributes | None) -> bool:
        found = None if item is None else item.get(self.attribute)
        if isinstance(found, str) and isinstance(self.value, str):
            return found < self.value
        return is_number(found) and is_number(self.value) and found < self.value


@dataclass(frozen=True, slots=True, init=False)
class AnyOf:
    """At least one of the clauses holds."""

    clauses: tuple[Clause, ...]

    def __init__(self, *clauses: Clause) -> None:
        object.__setattr__(self, "clauses", clauses)

    def render(self, to: Rendering) -> str:
        return f"({' OR '.join(clause.render(to) for clause in self.clauses)})"

    def holds(self, item: Attributes | None) -> bool:
        return any(clause.holds(item) for clause in self.clauses)


@dataclass(frozen=True, slots=True, init=False)
class Condition:
    """All clauses hold; `name` is reported by a refusal."""

    name: str
    clauses: tuple[Clause, ...]

    def __init__(self, name: str, *clauses: Clause) -> None:
        if not clauses:
            raise InvalidRequestError(f"the condition {name!r} has no clause.")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "clauses", clauses)

    def render(self, to: Rendering) -> str:
        return " AND ".join([clause.render(to) for clause in self.clauses])

    def holds(self, item: Attributes | None) -> bool:
        """Whether the condition is true of the item; None means an absent item."""
        return all(clause.holds(item) for clause in self.clauses)
