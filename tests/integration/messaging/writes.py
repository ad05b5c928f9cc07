"""Writing operations of messaging, each with a conversation to work on."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from messaging import services
from messaging.cards.settling import card_settle
from messaging.cards.sweeping import cards_sweep
from messaging.messenger import Messenger
from messaging.model.card import CardState
from messaging.model.conversations import Role
from messaging.model.messages import Message
from messaging.model.parties import party_of
from messaging.services.leased_ids import LeasedIds
from messaging.storage.worker_items import keep_worker
from tests.cards import SERVICES, a_served_chat, booked, card_of, clicked, offered
from tests.messengers import ANA, BOSS, EVA, KIM, MIA, a_direct_chat, chats_read, sent

PUT, CHANGE, COMMIT = "PutItem", "UpdateItem", "TransactWriteItems"
NAMED = party_of("contact:kim@example.com")


@dataclass(frozen=True)
class WriteCase:
    """One operation: its preparation, the service call some days later, and the request that writes."""

    name: str
    fill: Callable[[Messenger], object]
    run: Callable[[Messenger], object]
    request: str = COMMIT
    later: timedelta = timedelta()


def _nothing(messenger: Messenger) -> None:
    assert messenger.table.exists()


def _direct(messenger: Messenger) -> str:
    """A conversation in which both have written."""
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "hello")
    sent(messenger, chat, "hello Ana", by=EVA, base=1)
    return chat


def _chat(messenger: Messenger) -> str:
    return chats_read(messenger, party=ANA)[0].chat


def _group(messenger: Messenger) -> None:
    """A group of ana and eva in which ana has written."""
    services.group_create(messenger, by=ANA, members=[EVA], title="Sales", history=0, chat="g1")
    sent(messenger, "g1", "hello")


def _merged(messenger: Messenger) -> None:
    services.contact_merge(messenger, alias=KIM, into=NAMED)


def _lease(messenger: Messenger) -> int:
    return LeasedIds(messenger.table, messenger.clock, owner="p1", choose=lambda _below: 5)()


def _renewal(messenger: Messenger) -> bool:
    return keep_worker(messenger.table, 5, "p1", until=1 << 37)


def _offered(messenger: Messenger) -> None:
    a_served_chat(messenger)
    offered(messenger)


def _booked(messenger: Messenger) -> None:
    a_served_chat(messenger)
    booked(messenger)


def _waited(messenger: Messenger) -> None:
    _booked(messenger)
    cards_sweep(messenger, SERVICES)


def _reported(messenger: Messenger) -> object:
    return card_settle(messenger, card=card_of(messenger), state=CardState.DONE, values={"reference": "B-7"})


def _swept(messenger: Messenger) -> object:
    """How many cards were due, and the card as it is then."""
    return cards_sweep(messenger, SERVICES), card_of(messenger)


def _note(messenger: Messenger) -> object:
    return services.note_write(
        messenger, chat=_chat(messenger), by=ANA, client_id="n1", base=0, body="calls back"
    )


def _noticed(messenger: Messenger, client_id: str = "n1") -> object:
    return services.notice_send(messenger, by=BOSS, client_id=client_id, base=0, body="Maintenance at 18:00")


def _expected(messenger: Messenger) -> str:
    file = services.file_expect(
        messenger, chat=_chat(messenger), sender=ANA, client_id="f1", base=0, digest="d"
    )
    assert isinstance(file, str)
    return file


def _uploaded(messenger: Messenger) -> None:
    _direct(messenger)
    _expected(messenger)


def _file(messenger: Messenger) -> Message:
    """A message that stands for that of the file."""
    return services.messages_read(messenger, chat=_chat(messenger), party=ANA, limit=1)[0]


WRITES: tuple[WriteCase, ...] = (
    WriteCase("message_send", _direct, lambda one: sent(one, _chat(one), "news", base=1), PUT),
    WriteCase("note_write", _direct, _note, PUT),
    WriteCase(
        "read_mark",
        _direct,
        lambda one: services.read_mark(one, chat=_chat(one), party=ANA, number=2),
        CHANGE,
    ),
    WriteCase("worker_take", _nothing, _lease, CHANGE),
    WriteCase("worker_keep", _lease, _renewal, CHANGE),
    WriteCase(
        "message_recall",
        _direct,
        lambda one: services.message_recall(one, chat=_chat(one), number=1, by=ANA),
    ),
    WriteCase("direct_create", _nothing, lambda one: services.direct_create(one, by=ANA, other=EVA)),
    WriteCase(
        "group_create",
        _nothing,
        lambda one: services.group_create(one, by=ANA, members=[EVA, MIA], chat="g1"),
    ),
    WriteCase(
        "service_create",
        _nothing,
        lambda one: services.service_create(one, contact=KIM, scene="listing", chat="s1"),
    ),
    WriteCase("group_join", _group, lambda one: services.group_join(one, chat="g1", party=MIA, by=ANA)),
    WriteCase("group_leave", _group, lambda one: services.group_leave(one, chat="g1", party=EVA, by=EVA)),
    WriteCase(
        "group_role_set",
        _group,
        lambda one: services.group_role_set(one, chat="g1", party=EVA, role=Role.OWNER, by=ANA),
    ),
    WriteCase("contact_merge", _nothing, lambda one: services.contact_merge(one, alias=KIM, into=NAMED)),
    WriteCase("contact_unmerge", _merged, lambda one: services.contact_unmerge(one, alias=KIM, into=NAMED)),
    WriteCase("notice_send", _noticed, lambda one: _noticed(one, "n2"), PUT),
    WriteCase(
        "notices_acknowledge",
        _noticed,
        lambda one: services.notices_acknowledge(one, party=ANA, device="desk", number=1),
        CHANGE,
    ),
    WriteCase("file_expect", _direct, _expected, PUT),
    WriteCase("file_expect, again", _uploaded, _expected, CHANGE),
    WriteCase(
        "file_sent",
        _uploaded,
        lambda one: services.file_sent(one, file=_expected(one), message=_file(one)),
        CHANGE,
    ),
    WriteCase(
        "file_claim",
        _uploaded,
        lambda one: [services.file_claim(one, file=file) for file in services.files_due(one, limit=9)],
        CHANGE,
        later=timedelta(days=2),
    ),
    WriteCase("card_offer", a_served_chat, offered),
    WriteCase("card_act", _offered, lambda one: clicked(one, replace(card_of(one), step=1))),
    WriteCase("card_settle", _booked, _reported),
    WriteCase("cards_sweep, expired", _offered, _swept, later=timedelta(days=8)),
    WriteCase("cards_sweep, waits for a report", _booked, _swept, CHANGE),
    WriteCase("cards_sweep, unanswered", _waited, _swept, later=timedelta(days=15)),
    WriteCase("purge", _direct, services.purge, later=timedelta(days=500)),
    WriteCase("purge, look", _direct, services.purge, CHANGE, later=timedelta(days=500)),
)
