"""Attribute values: Python to item and back. Pure."""

from datetime import UTC, datetime
from typing import Any

from dynamo.items import Attributes


def to_text(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC with microseconds, so that text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def maybe_text(moment: datetime | None) -> str | None:
    return to_text(moment) if moment else None


def present(attributes: dict[str, Any]) -> Attributes:
    """Only the attributes that have a value; one without is absent in the table."""
    return {name: value for name, value in attributes.items() if value not in (None, "", frozenset())}


def when(item: Attributes, name: str) -> datetime:
    """The moment. Raises KeyError if it is absent, ValueError if it is not a moment or has no time zone."""
    return moment_from(item[name])


def moment_from(value: object) -> datetime:
    """The moment in a value. Raises ValueError."""
    found = datetime.fromisoformat(str(value))
    if found.tzinfo is None:
        raise ValueError(f"{value!r} has no time zone")
    return found


def listed(item: Attributes, name: str) -> list[Any]:
    value = item.get(name)
    return value if isinstance(value, list) else []


def number(item: Attributes, name: str) -> int | None:
    value = item.get(name)
    return value if isinstance(value, int) else None


def text(item: Attributes, name: str) -> str:
    return str(item.get(name, ""))
