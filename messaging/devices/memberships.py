"""Memberships: the members of conversations as this process knows them, from the store and then from the
news.
"""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from dynamo.exceptions import DynamoError
from messaging.inbox.news import also_told, membership_change
from messaging.inbox.source import Source
from messaging.model.messages import Message, What
from sockets.exceptions import WireError

MOST_KEPT = 1000
# Whether a party of staff may follow a conversation that its kind may read. May read the database.
MayFollow: TypeAlias = Callable[[str, str], bool]


def anybody(_party: str, _chat: str) -> bool:
    """No further limit."""
    return True


class Memberships:
    """A bounded memory, valid as long as the news is followed without a gap; after one, call `forget`."""

    def __init__(self, source: Source, may_follow: MayFollow = anybody) -> None:
        self._source = source
        self._may_follow = may_follow
        self._known: dict[str, frozenset[str]] = {}
        self._changes = 0

    async def of(self, chat: str) -> frozenset[str]:
        """All members of a conversation, and the agent who serves it. Raises WireError."""
        known = self._known.get(chat)
        return await self._read(chat) if known is None else known

    async def may_watch(self, party: str, chat: str) -> bool:
        """Whether a user of staff reads a conversation, as a member or otherwise. Raises WireError."""
        try:
            return await asyncio.to_thread(self._may_watch, party, chat)
        except DynamoError as error:
            raise WireError(str(error), what="messages") from error

    def _may_watch(self, party: str, chat: str) -> bool:
        return self._source.may_watch(party, chat) and self._may_follow(party, chat)

    def follow(self, message: Message) -> None:
        """Somebody may have joined or left; another agent may serve."""
        known = self._known.get(message.chat)
        what, party = membership_change(message)
        self._changes += bool(what)
        if known is not None and what == What.LEFT:
            self._known[message.chat] = known - {party}
        elif known is not None:
            self._known[message.chat] = known | set(also_told(message))

    def forget(self) -> None:
        """News may have been missed."""
        self._changes += 1
        self._known.clear()

    async def _read(self, chat: str) -> frozenset[str]:
        changes = self._changes
        try:
            found = await asyncio.to_thread(self._parties, chat)
        except DynamoError as error:
            raise WireError(str(error), what="messages") from error
        if changes == self._changes:  # else somebody may have joined after the read
            if len(self._known) >= MOST_KEPT:
                self._known.pop(next(iter(self._known)))
            self._known[chat] = found
        return found

    def _parties(self, chat: str) -> frozenset[str]:
        return self._source.members(chat) | ({self._source.serving(chat)} - {""})
