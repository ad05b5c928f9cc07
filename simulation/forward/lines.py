"""Owns one queue in memory: who waits, in the order of their turns. Pure."""

from bisect import bisect_left, insort
from typing import Generic

from routing.matching import Entry, Head, Rank


class Line(Generic[Entry]):
    """Entries by rank. To come last or go first, the usual case, costs next to nothing in any length.

    `ranks` are those of the entries, in order: nobody waits where there are none.
    """

    __slots__ = ("_entries", "ranks")

    def __init__(self) -> None:
        self.ranks: list[Rank] = []
        self._entries: dict[Rank, Entry] = {}

    def add(self, entry: Entry) -> None:
        """Puts an entry where its rank belongs."""
        rank = entry.rank
        self._entries[rank] = entry
        insort(self.ranks, rank)

    def remove(self, entry: Entry) -> None:
        """Takes out an entry that is there."""
        rank = entry.rank
        del self._entries[rank]
        del self.ranks[bisect_left(self.ranks, rank)]

    def head(self, length: int) -> Head[Entry]:
        """The first entries, at most so many."""
        if length == 1:
            return Head((self._entries[self.ranks[0]],), len(self.ranks) == 1)
        return Head(tuple(self._entries[rank] for rank in self.ranks[:length]), len(self.ranks) <= length)
