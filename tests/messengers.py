"""Builders of messengers, conversations and messages; on a new table in memory by default."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime

from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.messenger import Announcer, Messenger
from messaging.model.audiences import Audience
from messaging.model.conversations import Conversation, Cursor
from messaging.model.ids import Sequence
from messaging.model.limits import Limits
from messaging.model.messages import Head, Kind, Message, State
from messaging.model.parties import Party, party_of
from messaging.services import direct_create, message_send, message_table_create, messages_read
from messaging.services.together import put_message
from messaging.storage.keys import log_of
from messaging.storage.log import read_head
from messaging.storage.reads import read_cursors
from tests.builders import FakeClock, counting_ids, unique_id
from tests.memory.table import MemoryTable

ANA, EVA, MIA = (party_of(f"agent:{name}") for name in ("ana", "eva", "mia"))
KIM, BOSS, ROBOT = party_of("contact:kim"), party_of("user:boss"), party_of("program:robot")


@dataclass
class Listener:
    """An announcer that keeps what it is told, in order."""

    told: list[tuple[str, int]] = field(default_factory=list)
    audiences: list[Audience] = field(default_factory=list)
    chats: set[str] = field(default_factory=set)
    notes: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    merges: list[tuple[str, str, str, int]] = field(default_factory=list)

    def mark(self, chat: str, number: int) -> None:
        self.chats.add(chat)
        self.told.append(("mark", number))

    def announce(self, message: Message, audience: Audience) -> None:
        self.told.append(("announce", message.number))
        self.audiences.append(audience)

    def announce_note(self, note: Message, to: Collection[str]) -> None:
        self.notes.append((note.number, tuple(to)))

    def mark_merge(self, alias: str, into: str, version: int) -> None:
        self.merges.append(("mark", alias, into, version))

    def announce_merge(self, alias: str, into: str, version: int) -> None:
        self.merges.append(("announce", alias, into, version))


def ids_by(clock: Callable[[], datetime], worker: int = 7) -> Callable[[], int]:
    """Message ids of one worker."""
    sequence = Sequence(clock)
    return lambda: sequence.next_place().id_of(worker)


def a_messenger(
    table: Table | None = None,
    *,
    clock: Callable[[], datetime] | None = None,
    limits: Limits | None = None,
    announcer: Announcer | None = None,
    new_id: Callable[[], str] | None = None,
) -> Messenger:
    """A messenger whose table exists."""
    clock = clock or FakeClock()
    messenger = Messenger(
        table=MemoryTable() if table is None else table,
        ids=ids_by(clock),
        clock=clock,
        new_id=new_id or (counting_ids() if table is None else unique_id),
        limits=limits or Limits(),
        announcer=announcer or Listener(),
    )
    if not messenger.table.exists():
        message_table_create(messenger)
    return messenger


def a_direct_chat(messenger: Messenger, one: Party = ANA, other: Party = EVA) -> str:
    """The id of a conversation of two."""
    return direct_create(messenger, by=one, other=other).chat_id


def sent(
    messenger: Messenger, chat: str, body: str, *, by: Party = ANA, client_id: str = "", base: int = 0
) -> Message:
    """A message, under a client id like its text unless one is given."""
    name = client_id or body.replace(" ", "-")
    return message_send(messenger, chat=chat, sender=by, client_id=name, base=base, body=body)


def chats_read(messenger: Messenger, *, party: Party) -> list[Cursor]:
    """The conversations of a party and how far it has read each, by id."""
    return read_cursors(messenger.table, str(party))


def bodies(messenger: Messenger, chat: str, party: Party = ANA) -> list[str]:
    """The texts of a conversation as a party sees it."""
    return [message.body for message in messages_read(messenger, chat=chat, party=party, limit=200)]


def state_set(messenger: Messenger, to: Conversation, state: State) -> Message:
    """Appends an event after which this state holds, as accepting or transferring does."""
    last = read_head(messenger.table, log_of(to.chat_id))
    transaction = Transaction(messenger.new_id())
    draft = messenger.draft(to, Kind.EVENT, "routing", transaction.operation_id, "accepted")
    head = last.head if last else Head()
    message = put_message(transaction, log_of(to.chat_id), draft, head, state)
    assert messenger.table.commit(transaction).ok
    return message
