"""Attribute values: Python to item and back. Pure."""

from datetime import UTC, datetime
from typing import Any

from dynamo.items import Attributes
from dynamo.transaction import OPERATIONS


def to_text(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC with microseconds, so that text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def maybe_text(moment: datetime | None) -> str | None:
    return to_text(moment) if moment else None


def present(attributes: dict[str, Any]) -> Attributes:
    """Only the attributes that have a value; one without is absent in the table."""
    return {name: value for name, value in attributes.items() if value not in (None, "", frozenset())}


def moment(item: Attributes, name: str) -> datetime | None:
    """The moment, or None. Raises ValueError if it is not a moment, or has no time zone."""
    return when(item, name) if item.get(name) else None


def when(item: Attributes, name: str) -> datetime:
    """The moment. Raises KeyError if it is absent, ValueError if it is not a moment or has no time zone."""
    found = datetime.fromisoformat(str(item[name]))
    if found.tzinfo is None:
        raise ValueError(f"{name} {item[name]!r} has no time zone")
    return found


def names(item: Attributes, name: str) -> frozenset[str]:
    """The set of texts; empty if absent."""
    value = item.get(name, frozenset())
    return value if isinstance(value, frozenset) else frozenset()


def listed(item: Attributes, name: str) -> list[Any]:
    value = item.get(name)
    return value if isinstance(value, list) else []


def objects(item: Attributes, name: str) -> list[dict[str, Any]]:
    """The list of objects; empty if absent. Raises ValueError if it holds anything else."""
    found = listed(item, name)
    if not all(isinstance(one, dict) for one in found):
        raise ValueError(f"{name} {found!r} is no list of objects")
    return found


def number(item: Attributes, name: str) -> int | None:
    value = item.get(name)
    return value if isinstance(value, int) else None


def text(item: Attributes, name: str) -> str:
    return str(item.get(name, ""))


def operations(item: Attributes) -> tuple[str, ...]:
    return tuple(str(one) for one in listed(item, OPERATIONS))
