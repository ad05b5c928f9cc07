"""Listing: the conversations of a user with counts and last lines, the newest first. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from messaging.inbox.news import Line, line_of
from messaging.inbox.source import ReadMark
from messaging.model.messages import COUNTED, Message


@dataclass(frozen=True)
class Head:
    """The end of a conversation."""

    chat: str
    number: int
    count: int
    line: Line


@dataclass(frozen=True)
class Row:
    """One conversation of a list, and the stamp of its last change; without a head, the user has left it."""

    chat: str
    head: Head | None
    read: ReadMark
    stamp: int

    @property
    def unread(self) -> int:
        """The number of messages that count and that the user has not read."""
        return max(0, self.head.count - self.read.count) if self.head else 0


@dataclass(frozen=True)
class Listing:
    """What changed since a stamp. Without Redis `epoch` is empty: the list is whole, and its stamps mean
    nothing.

    Ask next with `stamp`; `before` continues to older rows, or is 0 at the end.
    """

    epoch: str
    stamp: int
    rows: tuple[Row, ...]
    before: int = 0


def head_of(message: Message) -> Head:
    return Head(message.chat, message.number, message.count, line_of(message))


def newest(heads: Iterable[Head]) -> list[Head]:
    """Heads by the moment of their message, the newest first."""
    return sorted(heads, key=lambda head: head.line.message_id, reverse=True)


def in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Rows by their last change, the newest first."""
    return tuple(sorted(rows, key=lambda row: row.stamp, reverse=True))


def merged(listings: Sequence[Listing], limit: int) -> Listing:
    """The lists of a contact and of its aliases as one, cut at the limit."""
    first, *others = listings
    if not others:
        return first
    # Below the last row of a page that goes on, its list has rows that come with its next page.
    least = max(listing.before for listing in listings)
    rows: dict[str, Row] = {}  # of a conversation that several are in, the first has the read mark
    for row in (row for listing in listings for row in listing.rows if row.stamp >= least):
        if row.chat not in rows or rows[row.chat].head is None:
            rows[row.chat] = row
    known = in_order(rows.values())
    stamp = min(listing.stamp for listing in listings)
    return Listing(first.epoch, stamp, known[:limit], known[limit - 1].stamp if len(known) > limit else least)


def rows_of(
    party: str, stamps: Mapping[str, int], heads: Mapping[str, Head], read: Mapping[str, ReadMark]
) -> list[Row]:
    """A row for each conversation that has a message; the user has left those without a read mark."""
    return [
        Row(chat, heads[chat], _read_by(party, heads[chat], read[chat]), stamp)
        if chat in read
        else Row(chat, None, ReadMark(), stamp)
        for chat, stamp in stamps.items()
        if chat in heads
    ]


def _read_by(party: str, head: Head, mark: ReadMark) -> ReadMark:
    """The read mark; who sent the last message has read up to it."""
    is_own = head.line.sender == party and head.line.kind in COUNTED
    return ReadMark(head.number, head.count) if is_own else mark
