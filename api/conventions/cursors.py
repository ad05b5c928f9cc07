"""Pages of lists: items in a stable order, and an opaque cursor after the last one. Pure."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")
PAGE_SIZE = 100
MOST_ON_A_PAGE = 1000
LONGEST_CURSOR = 2000


class BadCursorError(ValueError):
    """A cursor that did not come from a page."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some items, and the cursor of the next page; None after the last."""

    items: Sequence[T]
    next: str | None


def page_of(
    items: Sequence[T], place: Callable[[T], tuple[Any, ...]], *, cursor: str | None, limit: int
) -> Page[T]:
    """One page of the items, which are ordered by their places. Raises BadCursorError.

    A page begins after the cursor's place, even if that item is gone.
    """
    after = place_in(cursor) if cursor else None
    try:
        left = [one for one in items if after is None or place(one) > after]
    except TypeError:
        raise BadCursorError(cursor) from None
    shown = left[:limit]
    more = len(left) > limit
    return Page(shown, cursor_at(place(shown[-1])) if more else None)


def cursor_at(place: tuple[Any, ...]) -> str:
    return urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def place_in(cursor: str) -> tuple[Any, ...]:
    """The place in a cursor. Raises BadCursorError."""
    try:
        found = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, RecursionError):
        raise BadCursorError(cursor) from None
    if not isinstance(found, list) or not found:
        raise BadCursorError(cursor)
    return tuple(found)
