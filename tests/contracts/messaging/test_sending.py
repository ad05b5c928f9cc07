"""Sending: dense numbers, each client id once, refusals that leave nothing; in memory and on the engines."""

from dataclasses import replace

import pytest

from dynamo.changes import Set
from dynamo.items import Key
from dynamo.table import Table
from messaging import exceptions
from messaging.messenger import Messenger
from messaging.model.ids import text_of
from messaging.model.messages import Kind, Message, State
from messaging.model.parties import Party, party_of
from messaging.services import (
    group_create,
    group_join,
    group_leave,
    head_read,
    message_send,
    messages_read,
    service_create,
)
from messaging.shown import message_shown
from messaging.storage.keys import log_of
from messaging.storage.log import read_head
from messaging.storage.log_items import HIGHEST_ID
from tests.messengers import (
    ANA,
    BOSS,
    EVA,
    KIM,
    MIA,
    Listener,
    a_direct_chat,
    a_messenger,
    bodies,
    sent,
    state_set,
)


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table)


def test_messages_get_dense_numbers_and_count_what_is_unread(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)

    first, second = sent(messenger, chat, "hello"), sent(messenger, chat, "how are you", by=EVA, base=1)

    assert [(one.number, one.count, one.sender) for one in (first, second)] == [
        (1, 1, "agent:ana"),
        (2, 2, "agent:eva"),
    ]
    assert messages_read(messenger, chat=chat, party=EVA) == [first, second]
    assert second.message_id > first.message_id


def test_the_same_client_id_sends_once_from_any_base(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    first = sent(messenger, chat, "hello")
    for number in range(3):
        sent(messenger, chat, f"answer {number}", by=EVA, base=1)

    assert sent(messenger, chat, "hello") == first
    assert head_read(messenger, chat=chat).number == 4


def test_client_ids_belong_to_their_senders(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "from ana", client_id="1")
    sent(messenger, chat, "from eva", client_id="1", by=EVA)

    assert bodies(messenger, chat) == ["from ana", "from eva"]


def test_a_client_id_used_for_something_else_is_refused(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "hello", client_id="1")

    with pytest.raises(exceptions.ClientIdReusedError, match="'1' was used for message 1"):
        sent(messenger, chat, "something else", client_id="1")
    assert bodies(messenger, chat) == ["hello"]


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"chat": "none"}, exceptions.UnknownChatError, "chat: there is no conversation 'none'"),
        ({"sender": MIA}, exceptions.NotAMemberError, "sender: 'agent:mia' is not a member"),
        ({"body": " \n"}, exceptions.InvalidFieldError, "body: .* 1 to 4000 characters"),
        ({"body": "x" * 4001}, exceptions.TooLongError, "body: it has 4001 characters; at most 4000"),
        ({"body": "a\x00b"}, exceptions.InvalidFieldError, "body: .* character 2 is a control character"),
        ({"body": "\ud800"}, exceptions.InvalidFieldError, "body: .* character 1 is a control character"),
        ({"base": 2}, exceptions.BaseBeyondError, "base: 2 is beyond the last message, which is 1"),
        ({"base": -1}, exceptions.InvalidFieldError, "base: -1 is not allowed; it must be from 0"),
        ({"client_id": ""}, exceptions.InvalidFieldError, "client_id: '' is not allowed; 1 to 36"),
        ({"client_id": "x" * 37}, exceptions.TooLongError, "client_id: it has 37 characters; at most 36"),
        ({"client_id": "a b"}, exceptions.InvalidFieldError, "client_id: 'a b' is not allowed"),
        ({"kind": Kind.RECALL}, exceptions.InvalidFieldError, "kind: 'recall' is not allowed; choose one"),
    ],
)
def test_what_cannot_be_sent_is_refused_by_name_and_nothing_is_written(
    messenger: Messenger, wrong: dict[str, object], error: type[Exception], words: str
) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "hello")
    right: dict[str, object] = {"chat": chat, "sender": ANA, "client_id": "2", "base": 1, "body": "more"}

    with pytest.raises(error, match=words):
        message_send(messenger, **{**right, **wrong})  # type: ignore[arg-type]  # wrong on purpose

    assert bodies(messenger, chat) == ["hello"]
    assert message_send(messenger, **right).number == 2  # type: ignore[arg-type]  # as above


def test_who_is_far_behind_reads_first(messenger: Messenger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("messaging.services.sending.MOST_BEHIND", 3)
    chat = a_direct_chat(messenger)
    for number in range(4):
        sent(messenger, chat, f"m{number}", base=number)
    with pytest.raises(exceptions.BaseTooOldError, match="0 is more than 3 messages behind"):
        sent(messenger, chat, "late")
    assert sent(messenger, chat, "late", base=1).number == 5


def test_each_try_is_marked_before_it_is_written_and_announced_after(either_table: Table) -> None:
    listener = Listener()
    messenger = a_messenger(either_table, announcer=listener)
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "one")
    listener.told.clear()

    sent(messenger, chat, "two", by=EVA, base=1)

    assert listener.told == [("mark", 2), ("announce", 2)]
    assert set(listener.audiences[-1].members) == {"agent:ana", "agent:eva"}


def test_a_service_conversation_takes_messages_while_it_is_open(messenger: Messenger) -> None:
    conversation = service_create(messenger, contact=KIM, scene="listing")
    chat = conversation.chat_id
    with pytest.raises(exceptions.ChatClosedError, match="is closed"):
        sent(messenger, chat, "hello", by=KIM)
    state_set(messenger, conversation, State(open=True, contact="c1", agent="agent:ana"))

    sent(messenger, chat, "hello", by=KIM, base=1)
    answer = sent(messenger, chat, "hello Kim", by=ANA, base=2)
    sent(messenger, chat, "listening", by=BOSS, base=3)

    assert answer.state == State(open=True, contact="c1", agent="agent:ana")
    with pytest.raises(exceptions.TransferredError, match="'agent:ana' serves this conversation now"):
        sent(messenger, chat, "me too", by=EVA, base=4)
    state_set(messenger, conversation, replace(answer.state, agent="agent:eva"))
    with pytest.raises(exceptions.TransferredError, match="'agent:eva' serves"):
        sent(messenger, chat, "one more thing", by=ANA, base=4)
    assert sent(messenger, chat, "hello Kim", by=ANA, base=1) == answer, "what was sent before stands"


def test_an_item_that_cannot_be_read_is_shown_as_that_and_not_as_recalled(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    for number in range(3):
        sent(messenger, chat, f"m{number}", base=number)
    messenger.table.change(Key(log_of(chat), "0000000002"), Set("MessageID", "x"))

    shown = messages_read(messenger, chat=chat, party=ANA)

    kinds = [(one.number, one.kind, one.recalled) for one in shown]
    assert kinds == [(1, "text", False), (2, "unreadable", False), (3, "text", False)]
    assert message_shown(shown[1], to_customer=True)["kind"] == "unreadable"


@pytest.mark.parametrize("size", [1, 800])
def test_a_message_of_two_costs_one_write_unit(messenger: Messenger, size: int) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "hello")
    _check_one_unit(messenger, chat, ANA, size=size, base=1)


@pytest.mark.parametrize("by", ["contact:k7hB2x_Qf0-9sLwE", "agent:agent-000042"])
def test_a_message_to_the_service_costs_one_write_unit_too(messenger: Messenger, by: str) -> None:
    contact = party_of("contact:k7hB2x_Qf0-9sLwE")
    to = service_create(messenger, contact=contact, chat=text_of(HIGHEST_ID))
    served = State(contact=f"{to.chat_id}.1234", agent="agent:agent-000042")
    state_set(messenger, to, served)

    last = _check_one_unit(messenger, to.chat_id, party_of(by), size=800, base=1)

    assert (last.state, read_head(messenger.table, log_of(to.chat_id))) == (served, last)


def _check_one_unit(messenger: Messenger, chat: str, by: Party, *, size: int, base: int) -> Message:
    """Sends ten messages of this size; the last one."""
    before = messenger.table.meter.reading()
    for number in range(10):
        name = f"{number}fb3e9d0-c6a2-4d4b-9d8f-7c0a1e5b2c31"
        last = sent(messenger, chat, "x" * size, by=by, client_id=name, base=base)
    cost = messenger.table.meter.reading() - before
    assert cost.write_units / 10 <= 1.1
    assert cost.read_units / 10 <= 5
    return last


def test_a_message_behind_the_last_one_takes_one_read_and_one_write(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    for number in range(2):
        sent(messenger, chat, f"m{number}", base=number)
    before = messenger.table.meter.reading()

    assert sent(messenger, chat, "m2", base=2).number == 3

    spent = messenger.table.meter.reading() - before
    assert (spent.requests, spent.write_units) == (2, 1.0)


def test_who_joins_is_told_of_the_next_message_and_who_leaves_cannot_send(either_table: Table) -> None:
    listener = Listener()
    messenger = a_messenger(either_table, announcer=listener)
    chat = group_create(messenger, by=ANA, members=[EVA]).chat_id
    for number in range(2):
        sent(messenger, chat, f"m{number}", base=number)
    elsewhere = a_messenger(either_table)  # another process

    group_join(elsewhere, chat=chat, party=MIA, by=ANA)
    sent(messenger, chat, "m2", base=3)
    assert set(listener.audiences[-1].members) == {str(ANA), str(EVA), str(MIA)}

    group_leave(elsewhere, chat=chat, party=EVA, by=EVA)
    sent(messenger, chat, "m3", base=5)
    assert set(listener.audiences[-1].members) == {str(ANA), str(MIA)}
    with pytest.raises(exceptions.NotAMemberError):
        sent(messenger, chat, "me too", by=EVA, base=6)


def test_what_holds_at_the_base_says_nothing_if_more_has_been_written(messenger: Messenger) -> None:
    conversation = service_create(messenger, contact=KIM, scene="listing")
    chat = conversation.chat_id
    state_set(messenger, conversation, State(open=False))
    state_set(messenger, conversation, State(open=True, contact="c1", agent="agent:ana"))

    assert sent(messenger, chat, "hello", by=KIM, base=1).number == 3
    state_set(messenger, conversation, State(open=False))
    with pytest.raises(exceptions.ChatClosedError):
        sent(messenger, chat, "late", by=KIM, base=3)
