"""Recall: the text goes, the place stays, and a numbered message says so, all at once."""

from functools import partial

import pytest

from dynamo.items import Key
from dynamo.table import Table
from messaging import exceptions
from messaging.messenger import Messenger
from messaging.model.messages import Kind, Message, State
from messaging.model.parties import party_of
from messaging.services import head_read, message_recall, messages_read, service_create
from messaging.storage.keys import log_of
from messaging.storage.reads import read_conversation
from tests.builders import FakeClock
from tests.messengers import ANA, BOSS, EVA, KIM, a_direct_chat, a_messenger, sent, state_set
from tests.tables import InterruptedTable


@pytest.fixture
def messenger(either_table: Table) -> Messenger:
    return a_messenger(either_table)


def later(messenger: Messenger, seconds: float) -> None:
    assert isinstance(messenger.clock, FakeClock)
    messenger.clock.advance(seconds)


def test_it_takes_the_text_and_appends_a_message(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "oops")
    sent(messenger, chat, "what", by=EVA, base=1)

    answer = message_recall(messenger, chat=chat, number=1, by=ANA)

    shown = messages_read(messenger, chat=chat, party=EVA)
    assert answer == shown[0]
    assert [(one.kind, one.body, one.recalled, one.count) for one in shown] == [
        (Kind.TEXT, "", True, 1),
        (Kind.TEXT, "what", False, 2),
        (Kind.RECALL, "1", False, 2),
    ]
    stored = messenger.table.get(Key(log_of(chat), "0000000001"))
    assert stored is not None
    assert "Body" not in stored


def test_a_repeat_changes_nothing_whoever_asks(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "oops")
    first = message_recall(messenger, chat=chat, number=1, by=ANA)
    assert message_recall(messenger, chat=chat, number=1, by=ANA) == first
    assert message_recall(messenger, chat=chat, number=1, by=BOSS) == first
    assert head_read(messenger, chat=chat).number == 2


def test_its_sender_has_a_time_and_a_supervisor_all_the_time(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "one")
    sent(messenger, chat, "two", base=1)
    later(messenger, 119)
    assert message_recall(messenger, chat=chat, number=1, by=ANA)
    later(messenger, 2)
    with pytest.raises(exceptions.RecallTooLateError, match="recall a message for 120 seconds") as caught:
        message_recall(messenger, chat=chat, number=2, by=ANA)
    assert caught.value.limit == 120
    recalled = message_recall(messenger, chat=chat, number=2, by=BOSS)
    assert isinstance(recalled, Message)
    assert recalled.recalled


def test_what_cannot_be_recalled_is_said(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "mine")
    message_recall(messenger, chat=chat, number=1, by=ANA)
    sent(messenger, chat, "other", base=2)
    with pytest.raises(exceptions.NotAllowedError, match="only its sender or a supervisor"):
        message_recall(messenger, chat=chat, number=3, by=EVA)
    with pytest.raises(exceptions.InvalidFieldError, match="only texts and attachments"):
        message_recall(messenger, chat=chat, number=2, by=ANA)
    with pytest.raises(exceptions.UnknownMessageError, match="number: there is no message 9"):
        message_recall(messenger, chat=chat, number=9, by=ANA)
    with pytest.raises(exceptions.UnknownChatError):
        message_recall(messenger, chat="none", number=1, by=ANA)


def test_what_was_recalled_is_shown_to_nobody_else(messenger: Messenger) -> None:
    chat = service_create(messenger, contact=KIM).chat_id
    state_set(messenger, read_conversation(messenger.table, chat), State(open=True))
    sent(messenger, chat, "oops", by=KIM, base=1)
    message_recall(messenger, chat=chat, number=2, by=KIM)
    with pytest.raises(exceptions.NotAMemberError):
        message_recall(messenger, chat=chat, number=2, by=party_of("contact:lee"))
    with pytest.raises(exceptions.NotAllowedError):
        message_recall(messenger, chat=chat, number=2, by=EVA)


def test_the_client_id_of_a_recalled_message_still_sends_nothing(messenger: Messenger) -> None:
    chat = a_direct_chat(messenger)
    sent(messenger, chat, "oops")
    message_recall(messenger, chat=chat, number=1, by=ANA)
    again = sent(messenger, chat, "oops")
    assert (again.number, again.recalled, again.body) == (1, True, "")


def test_messages_that_come_between_are_passed(either_table: Table) -> None:
    interrupted = InterruptedTable(either_table)
    messenger, other = a_messenger(interrupted), a_messenger(either_table)
    chat = a_direct_chat(other)
    sent(other, chat, "oops")
    interrupted.before_commits.extend(
        partial(sent, other, chat, f"m{number}", by=EVA, base=number + 1) for number in range(3)
    )

    assert message_recall(messenger, chat=chat, number=1, by=ANA)

    shown = messages_read(other, chat=chat, party=ANA)
    assert [one.body for one in shown] == ["", "m0", "m1", "m2", "1"]


def test_of_two_who_recall_at_once_one_message_tells(either_table: Table) -> None:
    interrupted = InterruptedTable(either_table)
    messenger, other = a_messenger(interrupted), a_messenger(either_table)
    chat = a_direct_chat(other)
    sent(other, chat, "oops")
    interrupted.before_commits.append(lambda: message_recall(other, chat=chat, number=1, by=BOSS))

    recalled = message_recall(messenger, chat=chat, number=1, by=ANA)

    assert isinstance(recalled, Message)
    assert recalled.recalled
    assert [one.sender for one in messages_read(other, chat=chat, party=ANA)] == ["agent:ana", "user:boss"]
