"""Retention: what has expired is not read, then purged, and numbers go on for ever."""

import pytest

from dynamo.changes import Set
from dynamo.items import Key
from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.messenger import Messenger
from messaging.model.limits import Limits
from messaging.services import (
    head_read,
    messages_read,
    note_write,
    notes_read,
    purge,
    service_create,
)
from messaging.services.purging import Purged
from messaging.storage.keys import EXPIRY_GROUPS, log_of, notes_of
from messaging.storage.reads import read_conversation
from tests.builders import FakeClock
from tests.messengers import ANA, EVA, KIM, a_direct_chat, a_messenger, bodies, sent

DAY = 86_400.0
STEPS = 12
LIMITS = Limits(keep_days=100, scene_days=lambda scene: 10 * (scene == "listing"))


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table, limits=LIMITS)


def days_pass(messenger: Messenger, days: int, *, purging: bool = False) -> int:
    """Moves the clock; if the purge runs, in steps of some days; how many items it removed."""
    assert isinstance(messenger.clock, FakeClock)
    removed = 0
    for _ in range(STEPS if purging else 1):
        messenger.clock.advance(DAY * days / (STEPS if purging else 1))
        removed += purge(messenger).removed if purging else 0
    return removed


def due(messenger: Messenger) -> int:
    """How many conversations the purge knows."""
    return sum(len(messenger.table.pending(group)) for group in EXPIRY_GROUPS)


def test_what_has_expired_is_not_read_whether_it_is_purged_or_not(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "old")
    days_pass(messenger, 60)
    sent(messenger, chat, "new", base=1)
    days_pass(messenger, 41)

    assert bodies(messenger, chat) == ["new"]
    for limit in (1, 50):  # a page is never empty while more follow
        read = messages_read(messenger, chat=chat, party=ANA, after=0, limit=limit)
        assert [one.number for one in read] == [2]


@pytest.mark.parametrize("purging", [False, True])
def test_notes_begin_after_those_that_have_expired(messenger: Messenger, *, purging: bool) -> None:
    chat = service_create(messenger, contact=KIM).chat_id
    for number in range(2):
        note_write(messenger, chat=chat, by=ANA, client_id=f"n{number}", base=0, body="old")
    days_pass(messenger, 60, purging=purging)
    note_write(messenger, chat=chat, by=ANA, client_id="n2", base=2, body="new")
    days_pass(messenger, 60, purging=purging)

    assert [one.number for one in notes_read(messenger, chat=chat, party=ANA, limit=1)] == [3]


def test_the_purge_removes_it_and_leaves_the_rest(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    for number in range(120):
        sent(messenger, chat, f"m{number}", base=number)
    days_pass(messenger, 60, purging=True)
    sent(messenger, chat, "new", base=120)

    assert days_pass(messenger, 45, purging=True) == 120
    assert [item["sk"] for item in messenger.table.query(log_of(chat))] == ["0000000121"]
    assert due(messenger) == 1


@pytest.mark.parametrize("by_amazon", [False, True], ids=["by the purge", "by DynamoDB"])
def test_numbers_and_counts_go_on_after_everything_has_expired(
    messenger: Messenger, *, by_amazon: bool
) -> None:
    chat = a_direct_chat(messenger)
    for number in range(3):
        sent(messenger, chat, f"m{number}", base=number)
        written = {"client_id": f"n{number}", "base": number, "body": "note"}
        note_write(messenger, chat=chat, by=ANA, **written)  # type: ignore[arg-type]  # all three fit
    days_pass(messenger, 99, purging=True)
    if by_amazon:
        removing = Transaction(messenger.new_id())
        for number in range(1, 4):
            for partition in (log_of(chat), notes_of(chat)):
                removing.delete(Key(partition, f"{number:010}"))
        assert messenger.table.commit(removing).ok
    days_pass(messenger, 300, purging=True)

    assert messenger.table.query(log_of(chat)) == []
    assert messenger.table.query(notes_of(chat)) == []
    assert head_read(messenger, chat=chat) == read_conversation(messenger.table, chat).start
    after_long = sent(messenger, chat, "hello again", by=EVA, base=3)
    assert (after_long.number, after_long.count) == (4, 4)
    assert note_write(messenger, chat=chat, by=ANA, client_id="n9", base=3, body="x").number == 4
    assert bodies(messenger, chat) == ["hello again"]
    assert sent(messenger, chat, "from a base of long ago", base=0).number == 5


def test_after_a_long_pause_the_head_outlives_the_look_that_keeps_it(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    for number in range(3):
        sent(messenger, chat, f"m{number}", base=number)
    days_pass(messenger, 500)

    assert purge(messenger) == Purged(conversations=1, removed=2)
    assert [item["sk"] for item in messenger.table.query(log_of(chat))] == ["0000000003"]
    days_pass(messenger, 2)
    assert purge(messenger) == Purged(conversations=1, removed=1)
    assert sent(messenger, chat, "again", base=3).number == 4


def test_each_scene_has_its_own_time(messenger: Messenger) -> None:
    kept, soon = (
        service_create(messenger, contact=KIM, scene=scene).chat_id for scene in ("other", "listing")
    )
    for chat in (kept, soon):
        note_write(messenger, chat=chat, by=ANA, client_id="1", base=0, body="note")
    days_pass(messenger, 12, purging=True)
    assert [len(notes_read(messenger, chat=chat, party=ANA)) for chat in (kept, soon)] == [1, 0]
    assert messenger.table.query(notes_of(soon)) == []


@pytest.mark.differs("counts other capacity units")
def test_a_purge_with_nothing_due_costs_two_read_units(messenger: Messenger) -> None:
    a_direct_chat(messenger)
    before = messenger.table.meter.reading()
    assert purge(messenger) == Purged(conversations=0, removed=0)
    cost = messenger.table.meter.reading() - before
    assert (cost.read_units, cost.write_units) == (2, 0)


def test_where_an_item_cannot_be_read_nothing_is_removed_and_others_are(
    messenger: Messenger, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, sound = a_direct_chat(messenger), a_direct_chat(messenger, ANA, KIM)
    for chat in (damaged, sound):
        sent(messenger, chat, "old")
        sent(messenger, chat, "older", base=1)
    messenger.table.change(Key(log_of(damaged), "0000000002"), Set("MessageID", "x"))

    late = a_direct_chat(messenger, EVA, KIM)
    sent(messenger, late, "with an end in milliseconds", by=EVA)
    messenger.table.change(Key(log_of(late), "0000000001"), Set("ExpiresAt", 10**15))

    assert days_pass(messenger, 130, purging=True) == 2
    assert len(messenger.table.query(log_of(damaged))) == 2
    assert "nothing is purged in Chat#" in caplog.text
    assert "MessageID" in caplog.text
