"""Pages of long lists: rows shown, page number and text from the address. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
PAGE_SIZE = 20
# Last page offered, since a page reads all pages before it: filters serve better.
MOST_PAGES = 100


@dataclass(frozen=True)
class Page(Generic[T]):
    """The rows of one page, counted from 1. `total` is None if unknown."""

    rows: Sequence[T]
    number: int
    is_last: bool
    total: int | None = None

    @property
    def first(self) -> int:
        """The number of the first row of all."""
        return (self.number - 1) * PAGE_SIZE + 1

    @property
    def last(self) -> int:
        """The number of the last row of this page."""
        return self.first + len(self.rows) - 1


def page_of(rows: Sequence[T], number: int, *, is_all: bool = True) -> Page[T]:
    """One page of these rows; the last one if there are fewer. `is_all`: these are all rows."""
    pages = max(1, -(-len(rows) // PAGE_SIZE))
    here = min(number, pages)
    shown = rows[(here - 1) * PAGE_SIZE : here * PAGE_SIZE]
    return Page(shown, here, here * PAGE_SIZE >= len(rows), len(rows) if is_all else None)


def read_text(text: str, most: int) -> str:
    """What filters a list, of an address, cut; without null characters, for which PostgreSQL cannot look."""
    return text.replace("\0", " ").strip()[:most]


def read_page(text: str) -> int:
    """The page number in an address; 1 if missing or invalid."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_PAGES))
    return min(max(1, int(text)), MOST_PAGES) if is_number else 1
