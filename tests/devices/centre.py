"""Messaging on a table in memory and a real Redis, with a clock that tests set."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count

import redis

from messaging import services
from messaging.inbox.announcing import Announcer
from messaging.inbox.gate import AwayError
from messaging.inbox.inboxes import HIGHEST, PAGE
from messaging.inbox.listing import Listing
from messaging.inbox.opening import InboxParts, inbox_open
from messaging.inbox.redis_keys import DUE, SAVED
from messaging.inbox.source import Source
from messaging.messenger import Messenger
from messaging.model.conversations import Conversation
from messaging.model.ids import BEGAN, Sequence
from messaging.model.messages import Message
from messaging.model.parties import Party, party_of
from tests.memory.table import MemoryTable

ANN, BOB, CUSTOMER, SUE = map(party_of, ("agent:ann", "agent:bob", "contact:c1", "user:sue"))
NAMED = party_of("contact:named")
START = datetime(2026, 11, 23, 12, tzinfo=UTC)


class Clock:
    """A clock that stands still unless told otherwise."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        """Goes on."""
        self.now += timedelta(seconds=seconds)


@dataclass
class Centre:
    """One process of messaging; `beside` is another one on the same table and Redis."""

    clock: Clock
    table: MemoryTable
    source: Source
    parts: InboxParts
    messenger: Messenger
    numbers: "count[int]"
    url: str

    def beside(self) -> "Centre":
        """Another process."""
        return _on(self.table, self.clock, self.numbers, self.url, self.messenger)

    def without_redis(self) -> "Centre":
        """Another process, which does not reach Redis."""
        other = self.beside()

        def away(_: object) -> None:
            raise AwayError("the test took it away")

        other.parts.inbox._gate.use = away  # type: ignore[assignment,method-assign]
        return other

    def chat(self, one: Party = ANN, other: Party = CUSTOMER) -> str:
        """A conversation of two."""
        return services.direct_create(self.messenger, by=one, other=other).chat_id

    def group(self, *members: Party) -> Conversation:
        """A group of these members, owned by the first."""
        return services.group_create(self.messenger, by=members[0], members=members[1:40])

    def send(self, chat: str, sender: Party, body: str = "hello", *, base: int | None = None) -> Message:
        """Sends a message of a device that knows the conversation up to `base`, or to its end."""
        if base is None:
            base = services.head_read(self.messenger, chat=chat).number
        found = services.message_send(
            self.messenger, chat=chat, sender=sender, client_id=f"c{next(self.numbers)}", base=base, body=body
        )
        assert isinstance(found, Message)
        return found

    @property
    def dying(self) -> Messenger:
        """That of a process which is killed before it announces anything."""
        return replace(self.messenger, announcer=_Killed(self.parts.announcer))

    def killed_before_announcing(self, chat: str, sender: Party, body: str = "hello") -> None:
        """A process sends, and is killed before it has announced."""
        replace(self, messenger=self.dying).send(chat, sender, body)

    def merge(self, *, undone: bool = False, by: Messenger | None = None) -> None:
        """The customer is merged into the named contact, or that is undone."""
        act = services.contact_unmerge if undone else services.contact_merge
        act(by or self.messenger, alias=CUSTOMER, into=NAMED)

    def list(
        self, party: Party, *, stamp: int = 0, epoch: str = "", before: int = HIGHEST, limit: int = PAGE
    ) -> Listing:
        """The list of a user."""
        return self.parts.inbox.since(str(party), stamp, epoch=epoch, before=before, limit=limit)

    def store_marks(self) -> None:
        """All read marks are due, and go to the store; then this process forgets them."""
        with redis.Redis.from_url(self.url) as client:
            client.delete(SAVED)
            for field in client.zrange(DUE, 0, -1):
                client.zadd(DUE, {field: 0})
        for _ in range(2):
            self.parts.read_marks.save()

    def by_store(self, party: Party) -> Listing:
        """The list of a user without Redis."""
        return self.parts.inbox._from_store(str(party), HIGHEST, 10_000)


class _Killed:
    def __init__(self, announcer: Announcer) -> None:
        self.mark, self.mark_merge = announcer.mark, announcer.mark_merge

    def announce(self, *_: object) -> None:
        """Never happens."""

    announce_note = announce_merge = announce


def a_centre(url: str) -> Centre:
    """An empty one."""
    table = MemoryTable("messages")
    table.create()
    return _on(table, Clock(), count(1), url)


def _on(
    table: MemoryTable, clock: Clock, numbers: "count[int]", url: str, like: Messenger | None = None
) -> Centre:
    sequence = Sequence(clock)
    new_id = lambda: f"id{next(numbers)}"  # noqa: E731 - one expression, given to two
    source = Source(table)
    parts = inbox_open(url, source, clock=clock, new_id=new_id)
    ids = like.ids if like else lambda: sequence.next_place().id_of(1)
    messenger = Messenger(table=table, ids=ids, clock=clock, new_id=new_id, announcer=parts.announcer)
    assert clock() > BEGAN
    return Centre(clock, table, source, parts, messenger, numbers, url)
