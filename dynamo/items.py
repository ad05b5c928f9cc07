"""Types of keys and items in plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Mapping

PK: Final = "pk"
SK: Final = "sk"

# The sparse index: only items that have both attributes are in it.
INDEX: Final = "Pending"
INDEX_PK: Final = "Pending"
INDEX_SK: Final = "PendingAt"


class Key(NamedTuple):
    """The full primary key of one item: partition key and sort key, both non-empty strings.

    `table` names the table of the item where that is another than the one asked.
    """

    pk: str
    sk: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value of a type unused in this layer, such as binary, in wire form: kept, never created."""

    kind: str
    raw: Any


# Any inside list and dict: both are invariant, and callers hold list[str] and dict[str, int].
Value: TypeAlias = str | int | float | bool | frozenset[str] | list[Any] | dict[str, Any] | Foreign | None
"""Type of an attribute's value. Sets are sets of strings and never empty; None is a stored null."""

Attributes: TypeAlias = dict[str, Value]
"""The attributes of one item by name. What a table returns includes `pk` and `sk`."""


def key_of(item: Mapping[str, Value], table: str = "") -> Key:
    """The key of an item that came from a table; `table` as in `Key`."""
    return Key(str(item[PK]), str(item[SK]), table)


def key_attributes(key: Key) -> dict[str, str]:
    """The attributes that make up the key."""
    return {PK: key.pk, SK: key.sk}


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether DynamoDB would store the value as a number; for Python a bool is one, for DynamoDB not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def same_value(one: Value, other: Value) -> bool:
    """Equality as DynamoDB sees it: true is not 1, and 1 is 1.0."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other
