"""Agreement over both tables: what contradicts is named, and mended where one side is certain."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.changes import Set
from dynamo.items import Key
from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.chats.agreement import NO_CHAT, TWO, agreed, disagreements
from messaging.chats.events import state_of
from messaging.model.conversations import Cursor
from messaging.model.messages import State
from messaging.storage.chat_items import cursor_item
from messaging.storage.keys import chat_key, cursor_key, log_of, number_text
from messaging.storage.reads import read_conversation
from routing import services
from routing.repair.audit import MENDED
from routing.router import no_companions
from routing.storage.forms.form import Remedy
from routing.storage.keys import call_key
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.messengers import ANA, EVA, KIM, chats_read, state_set


@pytest.fixture
def centre(either_table: Table, second_table: Table) -> Centre:
    """Ana has the chat."""
    centre = a_centre(either_table, second_table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    return centre


def says(centre: Centre, state: State) -> None:
    """The log says something else than the routing."""
    state_set(centre.messenger, read_conversation(centre.messenger.table, "talk"), state)


def without_contact(centre: Centre) -> None:
    transaction = Transaction(centre.messenger.new_id())
    transaction.delete(call_key("talk.1"))
    assert centre.chats.router.table.commit(transaction).ok


DAMAGES: dict[str, Callable[[Centre], object]] = {
    "another agent": lambda centre: says(centre, State(open=True, contact="talk.1", agent="agent:eva")),
    "nobody": lambda centre: says(centre, State(open=True, contact="talk.1")),
    "closed": lambda centre: says(centre, State(open=False, contact="talk.1")),
    "contact gone": without_contact,
}


def test_what_services_write_agrees(centre: Centre) -> None:
    assert disagreements(centre.chats.router) == set()
    centre.closed(ANA, seen=2)
    centre.sent("one more thing", base=3)
    assert disagreements(centre.chats.router) == set()
    assert [*agreed(centre.chats.router)] == []


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found_and_mended_by_an_event(centre: Centre, name: str) -> None:
    DAMAGES[name](centre)
    router, before = centre.chats.router, len(centre.log())
    (found,) = disagreements(router)
    assert (found.remedy, found.subject.startswith("talk")) == (MENDED, True)

    (repaired,) = agreed(router)

    assert repaired.subject == "talk"
    assert disagreements(router) == set()
    assert len(centre.log()) == before + 1
    if name == "contact gone":
        assert centre.head().state.open is False
    else:
        assert centre.head().state == state_of(centre.contact())


def test_a_repair_puts_the_chat_in_the_list_of_who_serves_it_and_tells_of_it(centre: Centre) -> None:
    transaction = Transaction(centre.messenger.new_id())
    transaction.delete(cursor_key(str(ANA), "talk"))
    transaction.put(cursor_key(str(EVA), "talk"), cursor_item(Cursor("talk")))
    assert centre.messenger.table.commit(transaction).ok
    says(centre, State(open=True, contact="talk.1", agent=str(EVA)))

    assert len([*agreed(centre.chats.router)]) == 1

    listed = {party: chats_read(centre.messenger, party=party) for party in (ANA, EVA)}
    assert listed == {ANA: [Cursor("talk")], EVA: []}
    assert centre.listener.told[-2:] == [("mark", 4), ("announce", 4)]
    assert {str(ANA), str(EVA), str(KIM)} == set(centre.listener.audiences[-1].members)


def test_a_repair_keeps_the_read_mark_of_who_serves(centre: Centre) -> None:
    transaction = Transaction(centre.messenger.new_id())
    transaction.put(cursor_key(str(ANA), "talk"), cursor_item(Cursor("talk", 1, 2, 1)))
    assert centre.messenger.table.commit(transaction).ok
    says(centre, State(open=True, contact="talk.1"))

    assert len([*agreed(centre.chats.router)]) == 1

    assert chats_read(centre.messenger, party=ANA) == [Cursor("talk", 1, 2, 1)]


def test_a_contact_whose_conversation_is_gone_is_left_to_a_person(centre: Centre) -> None:
    transaction = Transaction(centre.messenger.new_id())
    transaction.delete(chat_key("talk"))
    assert centre.messenger.table.commit(transaction).ok
    (found,) = disagreements(centre.chats.router)
    assert (found.subject, found.remedy) == ("talk.1", NO_CHAT)
    assert [*agreed(centre.chats.router)] == []


def test_two_contacts_of_one_conversation_are_left_to_a_person(centre: Centre) -> None:
    bare = replace(centre.chats.router, companions=no_companions)
    services.call_enqueue(bare, call_id="odd", language="Spanish", channel="chat", chat_id="talk")
    (found,) = disagreements(centre.chats.router)
    assert (found.subject, found.remedy) == ("odd", TWO)
    assert [*agreed(centre.chats.router)] == []


def test_without_a_table_of_messages_there_is_nothing_to_find(centre: Centre) -> None:
    centre.messenger.table.delete()
    assert disagreements(centre.chats.router) == set()
    assert [*agreed(centre.chats.router)] == []


UNREADABLE = {
    "conversation": (chat_key("talk"), "Version"),
    "last message": (Key(log_of("talk"), number_text(3)), "Count"),
    "chat": (call_key("talk.1"), "CallStatus"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_named_and_hides_nothing_else(centre: Centre, name: str) -> None:
    router, messages = centre.chats.router, centre.messenger.table
    centre.sent("one more thing", base=2)
    centre.begun("other")
    centre.sent("hello", chat="other")
    state_set(centre.messenger, read_conversation(messages, "other"), State(open=False, contact="other.1"))
    (key, attribute), table = UNREADABLE[name], router.table if name == "chat" else messages
    table.change(key, Set(attribute, "x"))

    found = {finding.subject: finding.remedy for finding in disagreements(router)}
    named = {} if name == "chat" else {f"{key.pk} {key.sk}": Remedy.PERSON}  # the other audit names the chat
    assert found == {"other.1": MENDED, **named}
    assert [one.subject for one in agreed(router)] == ["other"]
