"""Parts of the document of opening hours: one with another value, or without it; who uses it. Pure."""

from collections.abc import Mapping
from typing import Any

from routing.model.hours.hours_documents import CALENDARS, HOLIDAYS, QUEUES, SCHEDULE, SCHEDULES

Document = Mapping[str, Any]
NAMES = {SCHEDULES: "schedule", CALENDARS: "calendar", QUEUES: "queue"}


def part_of(document: Document, part: str, name: str) -> Any:
    """A schedule, a calendar or the rule of a queue; None if there is none."""
    return document.get(part, {}).get(name)


def with_part(document: Document, part: str, name: str, value: Any) -> dict[str, Any]:
    """The document with another value of a part; None: without it."""
    found = dict(document.get(part, {}))
    if value is None:
        found.pop(name, None)
    else:
        found[name] = value
    return {**document, part: found}


def queues_with(document: Document, schedule: str) -> list[str]:
    """The keys of the queues with this schedule."""
    return [key for key, rule in document.get(QUEUES, {}).items() if rule.get(SCHEDULE) == schedule]


def schedules_with(document: Document, calendar: str) -> list[str]:
    """The schedules that follow this calendar."""
    given = document.get(SCHEDULES, {}).items()
    return [name for name, fields in given if calendar in fields.get(HOLIDAYS, ())]
