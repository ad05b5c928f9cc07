"""Lists beside damaged items: each hides its own conversation, no other."""

import pytest

from dynamo.changes import Set
from messaging.inbox import announcing
from messaging.storage.keys import chat_key, cursor_key
from messaging.storage.reads import read_cursors
from routing.exceptions import UnreadableItemError
from tests.devices.centre import ANN, BOB, CUSTOMER, SUE, Centre


@pytest.mark.parametrize("is_redis_away", [False, True])
def test_a_damaged_read_mark_hides_only_its_conversation(
    centre: Centre, caplog: pytest.LogCaptureFixture, *, is_redis_away: bool
) -> None:
    chats = [centre.chat(ANN, other) for other in (BOB, CUSTOMER, SUE)]
    for chat in chats:
        centre.clock.pass_seconds(1)
        centre.send(chat, ANN)
    damaged, *sound = chats
    centre.messenger.table.change(cursor_key(str(ANN), damaged), Set("ReadNumber", "x"))
    listing = centre.by_store(ANN) if is_redis_away else centre.list(ANN)
    assert [row.chat for row in listing.rows] == sound[::-1]
    assert f"Chats#{ANN} {damaged} is left out" in caplog.text
    with pytest.raises(UnreadableItemError):  # nothing of a customer is removed by half
        read_cursors(centre.messenger.table, str(ANN))


def test_a_damaged_conversation_with_a_mark_holds_up_no_list(centre: Centre) -> None:
    chat = centre.chat()
    centre.killed_before_announcing(chat, ANN, "never found")
    centre.messenger.table.change(chat_key(chat), Set("Version", "x"))
    for seconds in (announcing.OVERDUE_SECONDS + 1, announcing.GIVEN_UP_SECONDS):
        centre.clock.pass_seconds(seconds)
        centre.list(BOB)
    assert centre.parts.announcer.sweep() == 0
