"""Opening: a customer's message and its contact are one; the last agent is asked first."""

from dataclasses import replace

import pytest

from dynamo.table import Table
from messaging.exceptions import ChatClosedError, ClientIdReusedError
from messaging.model.messages import Message, State
from routing import selectors, services
from routing.model.agents import Choice
from routing.model.calls import CallStatus
from tests.builders import as_agent, as_conflict
from tests.centres import in_line, match_all
from tests.contracts.chats.chat_life import CHATS, a_row
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.messengers import ANA, KIM
from tests.tables import ForgetfulTable, InterruptedTable


@pytest.fixture
def centre(either_table: Table, second_table: Table) -> Centre:
    return a_centre(either_table, second_table)


def test_the_first_message_brings_its_contact_into_the_queue(centre: Centre) -> None:
    centre.begun()

    first = centre.sent("is it sold")

    assert isinstance(first, Message)
    assert (first.number, first.count, first.sender) == (1, 1, str(KIM))
    assert first.state == State(open=True, contact="talk.1", waits=True)
    call = centre.contact()
    assert (call.status, call.chat_id, call.scene, call.caller) == (
        CallStatus.QUEUED,
        "talk",
        "car",
        "contact:kim",
    )
    assert in_line(centre.chats.router, CHATS) == ["talk.1"]
    assert centre.announced() == [1]


def test_further_messages_follow_and_open_nothing(centre: Centre) -> None:
    centre.begun()
    centre.sent("is it sold")

    centre.sent("hello", base=1)
    centre.sent("is it sold")

    assert centre.lines() == ["is it sold", "hello"]
    assert [call.call_id for call in selectors.all_calls(centre.chats.router)] == ["talk.1"]


def test_a_client_id_used_for_something_else_is_refused_and_opens_nothing(centre: Centre) -> None:
    centre.begun()
    centre.sent("is it sold", client_id="1")
    with pytest.raises(ClientIdReusedError):
        centre.sent("is it red", client_id="1")
    assert centre.lines() == ["is it sold"]


def test_only_its_customer_opens_a_conversation(centre: Centre) -> None:
    centre.begun()
    with pytest.raises(ChatClosedError):
        centre.sent("anybody there", by=ANA)
    assert centre.log() == []
    assert [*selectors.all_calls(centre.chats.router)] == []


def test_no_contact_comes_into_a_conversation_without_its_message(centre: Centre) -> None:
    centre.begun()
    refused = services.call_enqueue(
        centre.chats.router, call_id="odd", language="Spanish", channel="chat", chat_id="talk"
    )
    assert as_conflict(refused).reason == "a chat can begin only with a message from its customer"
    assert [*selectors.all_calls(centre.chats.router)] == []


def test_after_the_close_the_last_agent_is_asked_first(centre: Centre) -> None:
    for agent in ("eva", "ana"):
        a_row(centre.chats.router, agent)
    centre.begun()
    centre.sent("is it sold")
    centre.accepted("eva")
    centre.closed(replace(ANA, name="eva"), seen=2)

    centre.sent("one more thing", base=3)

    assert centre.contact().call_id == "talk.4"
    assert centre.contact().preferred_agent == "eva~chat"
    assert match_all(centre.chats.router) == [("talk.4", "eva~chat")]


def test_the_queue_serves_who_comes_back_when_the_last_agent_does_not_in_time(centre: Centre) -> None:
    for agent in ("eva", "ana"):
        a_row(centre.chats.router, agent)
    centre.begun()
    centre.sent("is it sold")
    centre.accepted("eva")
    centre.closed(replace(ANA, name="eva"), seen=2)
    as_agent(services.agent_choose(centre.chats.router, agent_id="eva~chat", choice=Choice.PAUSED))

    centre.sent("one more thing", base=3)
    assert match_all(centre.chats.router) == []

    centre.life.sweep(after=30)
    assert match_all(centre.chats.router) == [("talk.4", "ana~chat")]


def test_long_after_the_close_anybody_is_asked(either_table: Table, second_table: Table) -> None:
    scenes = {"car": {"language": "Spanish", "reopen_seconds": 3600}}
    centre = a_centre(either_table, second_table, scenes=scenes)
    a_row(centre.chats.router)
    centre.begun()
    centre.sent("is it sold")
    centre.accepted()
    centre.closed(ANA, seen=2)
    centre.life.clock.advance(3600)

    centre.sent("one more thing", base=3)

    assert centre.contact().preferred_agent == ""


def test_a_customer_whom_a_full_queue_turns_away_may_write_again(
    either_table: Table, second_table: Table
) -> None:
    centre = a_centre(either_table, second_table, max_length=1)
    centre.begun("other")
    centre.sent("first", chat="other")
    centre.begun()

    turned_away = centre.sent("is it sold")

    assert isinstance(turned_away, Message)
    assert turned_away.state == State(open=False, contact="talk.1")
    assert centre.lines() == ["is it sold", "rejected routing"]
    assert centre.contact().status is CallStatus.REJECTED

    services.call_remove(centre.chats.router, call_id="other.1", reason="spam")
    centre.sent("please", base=2)
    assert (centre.contact().call_id, centre.contact().status) == ("talk.3", CallStatus.QUEUED)


def test_a_message_that_another_overtakes_follows_it(either_table: Table, second_table: Table) -> None:
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    table.before_commits.append(lambda: centre.sent("me first"))

    second = centre.sent("is it sold")

    assert isinstance(second, Message)
    assert centre.lines() == ["me first", "is it sold"]
    assert [call.call_id for call in selectors.all_calls(centre.chats.router)] == ["talk.1"]


def test_the_same_message_sent_twice_at_once_is_written_once(
    either_table: Table, second_table: Table
) -> None:
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    table.before_commits.append(lambda: centre.sent("is it sold"))

    second = centre.sent("is it sold")

    assert isinstance(second, Message)
    assert second.number == 1
    assert centre.lines() == ["is it sold"]


def test_a_lost_reply_opens_once() -> None:
    table = ForgetfulTable()
    centre = a_centre(table, table.memory.beside("messages"))
    centre.begun()

    first = centre.sent("is it sold")

    assert isinstance(first, Message)
    assert (centre.lines(), table.recovered) == (["is it sold"], 1)
    assert centre.contact().status is CallStatus.QUEUED
