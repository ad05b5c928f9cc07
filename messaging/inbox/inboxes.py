"""Inboxes: lists of conversations from Redis; rebuilt from the store when it is empty, read there when it is
away.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

import redis

from messaging.inbox.announcing import MOST_CONVERSATIONS
from messaging.inbox.epochs import ATTEMPTS, Epochs
from messaging.inbox.gate import AwayError, Gate
from messaging.inbox.listing import Head, Listing, head_of, in_order, merged, newest, rows_of
from messaging.inbox.news import line_kept, line_read
from messaging.inbox.read_marks import ReadMarks
from messaging.inbox.redis_keys import KEPT_SECONDS, Keys
from messaging.inbox.source import Source
from messaging.inbox.tidying import Tidying

NONE, HIGHEST = 0, 2**53
PAGE = 50


class Inbox:
    """The inboxes of all users."""

    def __init__(
        self, gate: Gate, epochs: Epochs, source: Source, read_marks: ReadMarks, tidying: Tidying
    ) -> None:
        self._gate = gate
        self._epochs = epochs
        self._source = source
        self._read_marks = read_marks
        self._tidying = tidying

    def since(
        self, party: str, stamp: int = NONE, *, epoch: str = "", before: int = HIGHEST, limit: int = PAGE
    ) -> Listing:
        """What changed in a user's conversations since a stamp of an epoch; in another epoch all of them.

        Rows come newest first, `limit` of them and some large conversations more. For the next page give the
        `before` of this one. A named contact also has the conversations of its aliases, and after a merge
        another epoch.
        """
        self._tidying.tidy_if_due()
        family = self._source.family(party)
        known = family.bare(epoch)
        listings = [self._since(one, stamp, known, before, limit) for one in family.parties]
        if len({listing.epoch for listing in listings}) > 1:  # Redis was lost meanwhile
            listings = [self._from_store(one, before, limit) for one in family.parties]
        whole = merged(listings, limit)
        return replace(whole, epoch=family.epoch(whole.epoch))

    def _since(self, party: str, stamp: int, epoch: str, before: int, limit: int) -> Listing:
        try:
            for _ in range(ATTEMPTS):
                holds = self._epochs.current()
                listing = self._from_redis(party, stamp if epoch == holds else NONE, before, limit)
                if listing.epoch == holds:
                    return listing
            raise AwayError("the epoch keeps changing")
        except AwayError:
            return self._from_store(party, before, limit)

    def _from_redis(self, party: str, stamp: int, before: int, limit: int) -> Listing:
        answer = self._list(party, stamp, before, limit)
        if not answer[0]:
            self._rebuild(party)
            answer = self._list(party, stamp, before, limit)
        _, now, changed, large = answer
        epoch = self._epochs.current()
        stamps = dict(zip(changed[::2], map(int, changed[1::2]), strict=True))
        least = min(stamps.values()) if len(stamps) == limit else NONE
        heads, own = self._heads(Keys(epoch), {*stamps, *large})
        for chat in large:
            newest_stamp = max(own.get(chat, NONE), stamps.pop(chat, NONE))
            if max(stamp, least - 1) < newest_stamp < before:
                stamps[chat] = newest_stamp
        rows = rows_of(party, stamps, heads, self._read_marks.of(party, stamps))
        return Listing(epoch, int(now), in_order(rows), least)

    def _list(self, party: str, stamp: int, before: int, most: int) -> list[Any]:
        return self._epochs.run(
            "list",
            lambda of: [of.stamp, of.inbox(party), of.large(party)],
            stamp,
            before,
            most,
            KEPT_SECONDS,
        )

    def _heads(self, keys: Keys, chats: Collection[str]) -> tuple[dict[str, Head], dict[str, int]]:
        """The heads of conversations, and the stamps of those that are in Redis."""
        found, stamps = {}, {}
        names = list(chats)
        for chat, kept in zip(names, self._kept(keys, names), strict=True):
            number, count, line, stamp = kept
            if number is not None:
                found[chat] = Head(chat, int(number), int(count), line_read(line))
                stamps[chat] = int(stamp)
        missing = [chat for chat in names if chat not in found]
        found.update({chat: head_of(message) for chat, message in self._source.heads(missing).items()})
        return found, stamps

    def _kept(self, keys: Keys, chats: Iterable[str]) -> list[list[str]]:
        def read(client: "redis.Redis") -> list[list[str]]:
            with client.pipeline(transaction=False) as pipeline:
                for chat in chats:
                    pipeline.hmget(keys.chat(chat), "number", "count", "line", "stamp")
                return pipeline.execute()

        found: list[list[str]] = self._gate.use(read)
        return found

    def _rebuild(self, party: str) -> None:
        """Fills the inbox from the store. What is announced meanwhile stays, and so nothing is missed."""
        (reserved,) = self._epochs.run(
            "open", lambda of: [of.stamp, of.inbox(party)], MOST_CONVERSATIONS, KEPT_SECONDS
        )
        keys = Keys(self._epochs.current())
        chats = self._source.chats(party)
        heads = newest(self._heads(keys, chats)[0].values())[:MOST_CONVERSATIONS]
        large = self._source.large(chats)
        heads.reverse()
        rows: list[str | int] = []
        for head in heads:
            rows += [head.chat, head.number, head.count, line_kept(head.line), int(head.chat in large)]
        self._epochs.run(
            "fill",
            lambda of: [of.inbox(party), of.large(party), *(of.chat(head.chat) for head in heads)],
            reserved,
            KEPT_SECONDS,
            MOST_CONVERSATIONS,
            *rows,
        )

    def _from_store(self, party: str, before: int, limit: int) -> Listing:
        """The list without Redis, in the order of the last messages, whose ids are the stamps."""
        read = self._source.chats(party)
        heads = {chat: head_of(message) for chat, message in self._source.heads(read).items()}
        stamps = {chat: head.line.message_id for chat, head in heads.items()}
        rows = rows_of(party, {chat: at for chat, at in stamps.items() if at < before}, heads, read)
        found = in_order(rows)
        return Listing("", NONE, found[:limit], found[limit - 1].stamp if len(found) > limit else NONE)
