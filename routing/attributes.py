"""Owns how single values are written into items and read from them. Pure."""

from datetime import UTC, datetime
from typing import Any

from dynamo.items import Attributes
from dynamo.transaction import OPERATIONS


def to_text(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC with microseconds, so that text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def maybe_text(moment: datetime | None) -> str | None:
    """The same, or None for no moment."""
    return to_text(moment) if moment else None


def present(attributes: dict[str, Any]) -> Attributes:
    """Only the attributes that have a value; one without is absent in the table."""
    return {name: value for name, value in attributes.items() if value not in (None, "", frozenset())}


def moment(item: Attributes, name: str) -> datetime | None:
    """The moment, or None."""
    value = item.get(name)
    return datetime.fromisoformat(str(value)) if value else None


def when(item: Attributes, name: str) -> datetime:
    """The moment. Raises KeyError."""
    return datetime.fromisoformat(str(item[name]))


def names(item: Attributes, name: str) -> frozenset[str]:
    """The set of texts; empty where it is absent."""
    value = item.get(name, frozenset())
    return value if isinstance(value, frozenset) else frozenset()


def listed(item: Attributes, name: str) -> list[Any]:
    """The list; empty where it is absent."""
    value = item.get(name)
    return value if isinstance(value, list) else []


def number(item: Attributes, name: str) -> int | None:
    """The whole number, or None."""
    value = item.get(name)
    return value if isinstance(value, int) else None


def text(item: Attributes, name: str) -> str:
    """The text; empty where it is absent."""
    return str(item.get(name, ""))


def operations(item: Attributes) -> tuple[str, ...]:
    """The ids of the newest operations that changed the item."""
    return tuple(str(one) for one in listed(item, OPERATIONS))
