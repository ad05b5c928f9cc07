"""Messenger: table, ids, clock, limits and announcer for every service of messaging."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from dynamo.table import Table
from messaging.model.audiences import Audience
from messaging.model.conversations import ChatKind, Conversation
from messaging.model.limits import Limits
from messaging.model.messages import Draft, Kind, Message
from messaging.model.notices import KEPT as NOTICES_KEPT
from messaging.storage.known_members import KnownMembers


class Announcer(Protocol):
    """News of messages for connected devices. It never fails an operation: what is lost is swept up later."""

    def mark(self, chat: str, number: int) -> None:
        """Marks a number that may be written now; called before each try."""

    def announce(self, message: Message, audience: Audience) -> None:
        """Announces a message that is written, perhaps not for the first time."""

    def announce_note(self, note: Message, to: Collection[str]) -> None:
        """Tells staff of an internal note that is written; this may be lost."""

    def mark_merge(self, alias: str, into: str, version: int) -> None:
        """Marks a merge, or its undoing, that may be written now, and makes this the version of the alias."""

    def announce_merge(self, alias: str, into: str, version: int) -> None:
        """Announces that it is written."""


class Nobody:
    """An announcer that tells nobody."""

    def mark(self, chat: str, number: int) -> None:
        """Nothing."""

    def announce(self, message: Message, audience: Audience) -> None:
        """Nothing."""

    def announce_note(self, note: Message, to: Collection[str]) -> None:
        """Nothing."""

    def mark_merge(self, alias: str, into: str, version: int) -> None:
        """Nothing."""

    def announce_merge(self, alias: str, into: str, version: int) -> None:
        """Nothing."""


@dataclass(frozen=True)
class Messenger:
    """The conversations of one contact centre, in a table of their own.

    `ids` gives message ids, `new_id` a new unique text of at most 36 characters. `clock` gives the time in
    UTC, for people and expiry only: order comes from numbers.
    """

    table: Table
    ids: Callable[[], int]
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    limits: Limits = field(default_factory=Limits)
    announcer: Announcer = field(default_factory=Nobody)
    known: KnownMembers = field(default_factory=KnownMembers, compare=False)

    def kept(self, conversation: Conversation) -> timedelta:
        """How long its messages are kept."""
        days = timedelta(days=self.limits.days_kept(conversation.scene))
        return min(days, NOTICES_KEPT) if conversation.kind is ChatKind.NOTICE else days

    def draft(self, to: Conversation, kind: Kind, sender: str, client_id: str, body: str) -> Draft:
        """A message of now, with its expiry."""
        expires_at = int((self.clock() + self.kept(to)).timestamp())
        return Draft(to.chat_id, self.ids(), client_id, kind, sender, body, expires_at)
