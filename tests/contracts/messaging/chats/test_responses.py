"""First responses and ratings: on the chat, in the transaction of the message that brings them about."""

import pytest

from dynamo.meter import MeterReading
from dynamo.table import Table
from dynamo.transaction import Transaction
from messaging.chats.agreement import disagreements
from messaging.chats.serving import chat_transfer
from messaging.exceptions import ChatClosedError
from messaging.model.card import Card
from messaging.model.messages import Message
from messaging.model.outcomes import Conflict
from messaging.model.parties import party_of
from messaging.storage.keys import log_of
from routing import selectors, services
from routing.exceptions import InvalidFieldError
from routing.model.calls import Call
from routing.model.events import EventKind
from routing.storage.keys import call_key
from tests.builders import as_conflict
from tests.cards import card_in, card_of, offered, rated, states_in
from tests.centres import call_now
from tests.contracts.chats.chat_life import a_row
from tests.contracts.messaging.chats.chat_centre import SCENES, Centre, a_centre
from tests.messengers import ANA, BOSS, EVA
from tests.tables import ForgetfulTable, InterruptedTable

ASKING = {name: {**scene, "ask_rating": True} for name, scene in SCENES.items()}
CLERK = party_of("program:clerk")


@pytest.fixture
def centre(either_table: Table, second_table: Table) -> Centre:
    """Kim has written."""
    centre = a_centre(either_table, second_table, scenes=ASKING)
    centre.begun()
    centre.sent("is it sold")
    return centre


def kinds(contact: Call) -> list[str]:
    return [note.kind for note in contact.notes]


def test_the_first_message_of_its_agent_is_the_first_response(centre: Centre) -> None:
    centre.taken()
    centre.sent("hello", base=2)
    assert centre.contact().responded_at is None
    centre.life.clock.advance(7)
    written_at = centre.life.clock.now

    told = centre.sent("not yet", by=ANA, base=3)
    responded = centre.contact()
    centre.life.clock.advance(5)
    centre.sent("come by", by=ANA, base=4)

    assert isinstance(told, Message)
    assert told == centre.log()[3]
    assert [message.state.waits for message in centre.log()] == [True, True, True, False, False]
    assert responded.responded_at == written_at
    assert centre.contact() == responded, "only the first one counts"
    assert kinds(responded).count(EventKind.CALL_RESPONDED) == 1
    assert EventKind.CALL_RESPONDED in [event.kind for event in centre.life.told], "the board has to know"
    assert centre.announced() == [1, 2, 3, 4, 5]
    assert disagreements(centre.chats.router) == set()


def test_a_supervisor_who_writes_to_a_waiting_customer_responds_too(centre: Centre) -> None:
    centre.sent("one moment", by=BOSS, base=1)
    assert centre.contact().responded_at is not None
    centre.taken()
    assert not centre.head().state.waits


def test_a_robot_responds_to_nobody_and_the_wait_begins_when_it_hands_over(
    either_table: Table, second_table: Table
) -> None:
    centre = a_centre(either_table, second_table)
    centre.begun(scene="hours")
    centre.sent("hello")
    centre.sent("ask me", by=CLERK, base=1)
    assert not centre.head().state.waits
    centre.life.clock.advance(9)
    chat_transfer(centre.chats, chat="talk", by=CLERK)
    handed_over = centre.life.clock.now
    assert centre.head().state.waits
    centre.taken()
    centre.life.clock.advance(2)
    centre.sent("it is open", by=ANA, base=4)
    contact = centre.contact()
    assert contact.queued_at == handed_over
    assert contact.responded_at == centre.life.clock.now


def test_a_chat_that_goes_to_a_colleague_keeps_its_first_response(centre: Centre) -> None:
    centre.taken()
    centre.sent("not yet", by=ANA, base=2)
    first = centre.contact().responded_at
    a_row(centre.chats.router, "eva")
    chat_transfer(centre.chats, chat="talk", by=ANA, to_agent="eva")
    assert not centre.head().state.waits
    centre.accepted("eva")
    centre.sent("hello", by=EVA, base=5)
    assert centre.contact().responded_at == first


def test_a_close_in_between_leaves_no_response(either_table: Table, second_table: Table) -> None:
    messages = InterruptedTable(second_table)
    table = InterruptedTable(either_table)
    centre = a_centre(table, messages)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    table.before_commits.append(lambda: centre.closed(ANA, seen=2))
    with pytest.raises(ChatClosedError):
        centre.sent("not yet", by=ANA, base=2)
    assert centre.lines() == ["is it sold", "accepted agent:ana", "closed agent:ana"]
    (contact,) = selectors.all_calls(centre.chats.router)
    assert contact.responded_at is None


def test_a_message_of_the_customer_in_between_comes_before_the_response(
    either_table: Table, second_table: Table
) -> None:
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    table.before_commits.append(lambda: centre.sent("hello", base=2))
    told = centre.sent("not yet", by=ANA, base=2)
    assert isinstance(told, Message)
    assert told.number == 4
    assert centre.contact().responded_at is not None
    assert [message.state.waits for message in centre.log()] == [True, True, True, False]


def test_a_change_of_the_chat_in_between_is_no_reason_to_lose_the_response(
    either_table: Table, second_table: Table
) -> None:
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    table.before_commits.append(
        lambda: services.call_outcome(centre.chats.router, call_id="talk.1", note="rings again")
    )
    centre.sent("not yet", by=ANA, base=2)
    contact = centre.contact()
    assert (contact.outcome_note, contact.responded_at is None) == ("rings again", False)
    assert len(centre.log()) == 3


def test_it_is_written_once_if_the_reply_is_lost() -> None:
    table = ForgetfulTable()
    centre = a_centre(table, table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    table.recovered = 0
    centre.sent("not yet", by=ANA, base=2)
    centre.sent("not yet", by=ANA, base=2)
    assert table.recovered == 1
    assert kinds(centre.contact()).count(EventKind.CALL_RESPONDED) == 1
    assert centre.lines()[2:] == ["not yet"]


def test_a_chat_that_is_gone_keeps_no_message_back(centre: Centre) -> None:
    centre.taken()
    transaction = Transaction("damage")
    transaction.delete(call_key("talk.1"))
    assert centre.chats.router.table.commit(transaction).ok
    centre.sent("not yet", by=ANA, base=2)
    assert centre.lines()[-1] == "not yet"


def test_only_the_first_response_costs_more_than_a_message(centre: Centre) -> None:
    centre.taken()
    messages, routing = centre.messenger.table.meter, centre.chats.router.table.meter

    def cost(body: str, base: int) -> tuple[float, float]:
        before = messages.reading(), routing.reading()
        centre.sent(body, by=ANA, base=base)
        after = messages.reading(), routing.reading()
        return sum_of(before[0], after[0]), sum_of(before[1], after[1])

    first, later = cost("not yet", 2), cost("come by", 3)
    assert later == (1.0, 0.0)
    # A transaction writes each item twice: the message, and the chat with its history.
    assert first[0] + first[1] <= 2 * (1 + 2)


def sum_of(before: MeterReading, after: MeterReading) -> float:
    return (after - before).write_units


def test_a_rating_is_on_its_chat_with_the_step_of_its_card(centre: Centre) -> None:
    centre.taken()
    centre.closed(ANA, seen=2)
    before = centre.contact()
    assert isinstance(rated(centre.chats), Card)
    assert isinstance(rated(centre.chats), Card), "the same click again"
    after = centre.contact()
    assert (after.rating, after.version) == (4, before.version + 1)
    assert after.notes[-1].kind == EventKind.CALL_RATED
    assert states_in(centre.messenger) == ["offered", "done"]
    assert centre.announced() == [1, 2, 3, 4, 5]
    assert isinstance(rated(centre.chats, score=1), Conflict)
    assert disagreements(centre.chats.router) == set()


def test_a_rating_decides_again_after_a_change_of_its_chat_or_log(
    either_table: Table, second_table: Table
) -> None:
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table, scenes=ASKING)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    centre.closed(ANA, seen=2)
    table.before_commits.append(
        lambda: services.call_outcome(centre.chats.router, call_id="talk.1", note="rings again")
    )
    table.before_commits.append(lambda: None)
    table.before_commits.append(lambda: centre.sent("one more thing", base=4))
    assert isinstance(rated(centre.chats), Card)
    contact = call_now(centre.chats.router, "talk.1")
    assert (contact.rating, contact.outcome_note) == (4, "rings again")
    assert states_in(centre.messenger) == ["offered", "done"]


def test_a_rating_asked_for_by_its_agent_counts_and_is_not_asked_for_again(centre: Centre) -> None:
    centre.taken()
    asked = offered(centre.messenger, "rating", base=2)
    assert asked.about == "talk.1"
    assert isinstance(rated(centre.chats), Card)
    assert centre.contact().rating == 4
    centre.closed(ANA, seen=centre.head().number)
    assert (centre.contact().rating, states_in(centre.messenger)) == (4, ["offered", "done"])
    assert disagreements(centre.chats.router) == set()


def test_a_rating_of_a_chat_that_is_gone_stays_on_its_card(centre: Centre) -> None:
    centre.taken()
    centre.closed(ANA, seen=2)
    transaction = Transaction("damage")
    transaction.delete(call_key("talk.1"))
    assert centre.chats.router.table.commit(transaction).ok
    assert isinstance(rated(centre.chats), Card)
    assert states_in(centre.messenger) == ["offered", "done"]


def test_only_answered_chats_are_rated_and_only_once(centre: Centre) -> None:
    router = centre.chats.router
    refused = as_conflict(services.call_rate(router, call_id="talk.1", rating=3))
    assert (refused.reason, refused.is_rule) == ("chat is waiting, not answered", True)
    with pytest.raises(InvalidFieldError):
        services.call_rate(router, call_id="talk.1", rating=6)


def test_a_chat_has_one_first_response_and_none_after_its_end(centre: Centre) -> None:
    centre.sent("one moment", by=BOSS, base=1)
    router = centre.chats.router
    for _ in range(2):
        again = as_conflict(services.call_respond(router, call_id="talk.1"))
        assert (again.reason, again.is_rule) == ("it needs no first response", True)
        services.call_abandon(router, call_id="talk.1")


def test_a_rating_that_is_on_its_chat_already_tells_only_of_what_is_in_the_log(
    either_table: Table, second_table: Table
) -> None:
    table = InterruptedTable(second_table)
    centre = a_centre(either_table, table, scenes=ASKING)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    offered(centre.messenger, "rating", base=2)
    card = card_of(centre.messenger)
    table.before_queries[log_of("talk")] = lambda: rated(centre.chats)
    twice = rated(centre.chats, card=card)
    assert twice == card_in(centre.messenger, card), "the same click at the same time"

    offered(centre.messenger, "rating", client_id="c2", base=4)
    assert isinstance(rated(centre.chats), Card), "the same score on another card of the chat"
    assert states_in(centre.messenger) == ["offered", "done", "offered", "done"]
    assert centre.announced() == [message.number for message in centre.log()]
