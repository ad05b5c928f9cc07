"""Heads: the last messages of many conversations, in few reads."""

from dynamo.changes import Set
from messaging.inbox.heads import Heads
from messaging.inbox.source import Source
from messaging.messenger import Messenger
from messaging.model.parties import party_of
from messaging.storage.keys import chat_key, log_of
from messaging.storage.log_items import message_key
from tests.messengers import ANA, a_direct_chat, a_messenger, sent


def with_chats(messenger: Messenger, *, messages: int) -> list[str]:
    chats = [a_direct_chat(messenger, ANA, party_of(f"agent:a{number}")) for number in range(5)]
    for chat in chats:
        for number in range(messages):
            sent(messenger, chat, f"m{number}", base=number)
    return chats


def numbers(heads: Heads, chats: list[str]) -> list[int]:
    found = heads.of(chats)
    return [found[chat].number for chat in chats]


def test_known_numbers_are_confirmed_in_one_read() -> None:
    messenger = a_messenger()
    chats, heads = with_chats(messenger, messages=7), Heads(messenger.table)
    for chat in chats:
        heads.saw(chat, 7)
    before = messenger.table.meter.reading().requests

    assert numbers(heads, chats) == [7] * 5

    assert messenger.table.meter.reading().requests - before == 1


def test_where_more_was_written_the_log_is_asked_and_the_next_look_is_one_read() -> None:
    messenger = a_messenger()
    chats, heads = with_chats(messenger, messages=4), Heads(messenger.table)
    heads.saw(chats[0], 4)
    before = messenger.table.meter.reading().requests

    assert numbers(heads, chats) == [4] * 5
    assert messenger.table.meter.reading().requests - before == 1 + 4
    assert numbers(heads, chats) == [4] * 5
    assert messenger.table.meter.reading().requests - before == 1 + 4 + 1


def test_conversations_without_messages_and_unreadable_ones_are_left_out() -> None:
    messenger = a_messenger()
    chats, heads = with_chats(messenger, messages=1), Heads(messenger.table)
    quiet = a_direct_chat(messenger, ANA, party_of("agent:quiet"))
    messenger.table.change(message_key(log_of(chats[0]), 1), Set("Count", "many"))

    assert set(heads.of([*chats, quiet])) == set(chats[1:])


def test_a_conversation_that_cannot_be_read_hides_no_large_one() -> None:
    messenger = a_messenger()
    damaged, large, *_ = with_chats(messenger, messages=1)
    messenger.table.change(chat_key(damaged), Set("Version", "x"))
    messenger.table.change(chat_key(large), Set("MemberCount", 100))
    assert Source(messenger.table).large([damaged, large]) == {large}
