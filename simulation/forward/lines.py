"""Queue in memory, in order of service. Pure."""

from bisect import bisect_left, insort
from typing import Generic

from routing.matching.planning import Entry, Head, Rank
from routing.model.queues import turn


class Line(Generic[Entry]):
    """Entries in order. The usual case, add at the end and remove at the front, is cheap at any length.

    `ranks` are those of the entries, in order; empty if none waits.
    """

    __slots__ = ("_entries", "_newest_first", "ranks")

    def __init__(self, *, newest_first: bool = False) -> None:
        self.ranks: list[Rank] = []
        self._entries: dict[Rank, Entry] = {}
        self._newest_first = newest_first

    def add(self, entry: Entry) -> None:
        rank = turn(entry, newest_first=True) if self._newest_first else entry.rank
        self._entries[rank] = entry
        insort(self.ranks, rank)

    def remove(self, entry: Entry) -> None:
        rank = turn(entry, newest_first=True) if self._newest_first else entry.rank
        del self._entries[rank]
        del self.ranks[bisect_left(self.ranks, rank)]

    def head(self, length: int) -> Head[Entry]:
        """The first entries, up to the limit."""
        if length == 1:
            return Head((self._entries[self.ranks[0]],), len(self.ranks) == 1, self._newest_first)
        entries = tuple(self._entries[rank] for rank in self.ranks[:length])
        return Head(entries, len(self.ranks) <= length, self._newest_first)
