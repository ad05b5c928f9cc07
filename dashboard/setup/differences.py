"""Differences of two documents, leaf by leaf. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ABSENT = object()


@dataclass(frozen=True)
class Change:
    """A place with its value in both documents, empty where there is none."""

    place: str
    before: str
    after: str


def changes(before: Any, after: Any) -> list[Change]:
    """Every place where two documents differ, in the order of the second one."""
    return list(_changes(before, after, ()))


def _changes(before: Any, after: Any, place: tuple[str, ...]) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, dict) or isinstance(after, dict):
        old, new = (one if isinstance(one, dict) else {} for one in (before, after))
        for name in dict.fromkeys([*new, *old]):
            yield from _changes(old.get(name, ABSENT), new.get(name, ABSENT), (*place, name))
        return
    yield Change(" / ".join(place), _words(before), _words(after))


def _words(value: Any) -> str:
    if value is ABSENT:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    return str(value)
