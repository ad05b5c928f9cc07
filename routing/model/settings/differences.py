"""Differences of two documents, leaf by leaf. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Change:
    """A place, as the names that lead to it, with its value in both documents; None where there is none."""

    place: tuple[str, ...]
    before: Any
    after: Any


def changes(before: Any, after: Any) -> list[Change]:
    """Every place where two documents differ, in the order of the second one."""
    return list(_changes(before, after, ()))


def _changes(before: Any, after: Any, place: tuple[str, ...]) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, dict) or isinstance(after, dict):
        old, new = (one if isinstance(one, dict) else {} for one in (before, after))
        for name in dict.fromkeys([*new, *old]):
            yield from _changes(old.get(name), new.get(name), (*place, name))
        return
    yield Change(place, before, after)
