"""Customers whose messages have expired: name, context and title go, and numbers go on."""

import pytest

from dynamo.table import Table
from messaging.messenger import Messenger
from messaging.model.limits import Limits
from messaging.model.messages import State
from messaging.services import note_write, profile_keep, profile_read, purge, service_create
from messaging.storage.reads import read_conversation
from tests.builders import FakeClock
from tests.messengers import ANA, KIM, a_messenger, state_set

DAY = 86_400.0


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table, limits=Limits(keep_days=10))


def days_pass(messenger: Messenger, days: int) -> None:
    """With a purge each day."""
    assert isinstance(messenger.clock, FakeClock)
    for _ in range(days):
        messenger.clock.advance(DAY)
        purge(messenger)


def a_noted_chat(messenger: Messenger) -> str:
    profile_keep(messenger, contact=KIM, name="Kim", context={"car": "Clio"})
    chat = service_create(messenger, contact=KIM, title="Clio", context={"car": "Clio"}).chat_id
    note_write(messenger, chat=chat, by=ANA, client_id="n1", base=0, body="calls again")
    state_set(messenger, read_conversation(messenger.table, chat), State(open=False))
    return chat


def named(messenger: Messenger) -> str:
    return profile_read(messenger, contact=KIM).name


def test_what_a_site_said_of_a_customer_goes_with_the_last_message(messenger: Messenger) -> None:
    chat = a_noted_chat(messenger)

    days_pass(messenger, 9)
    assert (read_conversation(messenger.table, chat).title, named(messenger)) == ("Clio", "Kim")
    days_pass(messenger, 5)
    found = read_conversation(messenger.table, chat)
    assert (found.title, found.context, named(messenger)) == ("", {}, "")
    note = note_write(messenger, chat=chat, by=ANA, client_id="n2", base=1, body="hello")
    assert note.number == 2


def test_a_customer_with_a_younger_conversation_keeps_the_name(messenger: Messenger) -> None:
    old = a_noted_chat(messenger)
    days_pass(messenger, 8)
    young = a_noted_chat(messenger)

    days_pass(messenger, 6)
    assert [read_conversation(messenger.table, one).title for one in (old, young)] == ["", "Clio"]
    assert named(messenger) == "Kim"
    days_pass(messenger, 10)
    assert named(messenger) == ""
