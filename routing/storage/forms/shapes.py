"""Shapes of attribute values: allowed values, as a test and in words. Pure."""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import MAXYEAR, UTC, datetime
from enum import StrEnum
from typing import TypeGuard

from dynamo.items import Value

# Exact as a double, in browsers too; no queue changes this often.
LARGEST = 10**15
# A thousand a second for thirty years. Above it a counter would soon leave the readable range.
HIGHEST_TICKET = 10**12
LONGEST_SHOWN = 40
HIGHEST_BAND = 9


@dataclass(frozen=True)
class Shape:
    """Allowed values: `words` name them, `fits` tests one."""

    words: str
    fits: Callable[[Value], bool]


def is_whole(value: object) -> TypeGuard[int]:
    """A whole number from 0 to `LARGEST`, not a boolean."""
    return type(value) is int and 0 <= value <= LARGEST


def is_moment(value: object) -> TypeGuard[str]:
    """A moment as ISO 8601 with a time zone, convertible to UTC."""
    if not isinstance(value, str):
        return False
    try:
        found = datetime.fromisoformat(value)
        # Only moments at the ends of the calendar cannot be converted to UTC.
        is_told = 1 < found.year < MAXYEAR or found.astimezone(UTC) is not None
        return found.tzinfo is not None and is_told
    except (ValueError, OverflowError):
        return False


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value != "" and "#" not in value


def _is_integer(value: Value) -> bool:
    return type(value) is int and abs(value) <= LARGEST


TEXT = Shape("a text", lambda value: isinstance(value, str))
ID = Shape("a text that is not empty", lambda value: isinstance(value, str) and value != "")
NAME = Shape("a text that is not empty and has no '#'", _is_name)
WHOLE = Shape(f"a whole number from 0 to {LARGEST}", is_whole)
INTEGER = Shape(f"a whole number of at most {LARGEST}", _is_integer)
TICKET = Shape(
    f"a ticket from 0 to {HIGHEST_TICKET}", lambda value: is_whole(value) and value <= HIGHEST_TICKET
)
BAND = Shape("a whole number from 0 to 9", lambda value: is_whole(value) and value <= HIGHEST_BAND)
NUMBER = Shape(
    "a finite number", lambda value: type(value) in (int, float) and math.isfinite(float(str(value)))
)
FLAG = Shape("true or false", lambda value: isinstance(value, bool))
MOMENT = Shape("a moment as ISO 8601 with its time zone", is_moment)
NAMES = Shape(
    "a set of texts without '#'", lambda value: isinstance(value, frozenset) and all(map(_is_name, value))
)
SET = Shape("a set of texts", lambda value: isinstance(value, frozenset))
TEXTS = Shape(
    "a list of texts",
    lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
)


def among(words: Collection[str]) -> Shape:
    return Shape(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def one_of(words: type[StrEnum]) -> Shape:
    """One of these words; a word added by a later release is unknown here."""
    known = frozenset(map(str, words))
    return Shape(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in known)


def up_to(seconds: float) -> Shape:
    """At most that many seconds, not necessarily whole."""

    def fits(value: Value) -> bool:
        return type(value) in (int, float) and 0 <= float(str(value)) <= seconds

    return Shape(f"a number of at most {seconds} seconds", fits)


def maps(of: Mapping[str, Shape], *, required: frozenset[str] = frozenset()) -> Shape:
    """A list of maps with these attributes."""

    def fits(value: Value) -> bool:
        return isinstance(value, list) and all(
            isinstance(one, dict)
            and required <= one.keys()
            and all(name not in of or of[name].fits(part) for name, part in one.items())
            for one in value
        )

    return Shape(f"a list of maps ({', '.join(of)})", fits)


def shown(value: object) -> str:
    """A value for a message: its Python form, shortened."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
