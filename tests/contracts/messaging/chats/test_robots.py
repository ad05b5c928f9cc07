"""Robots: they answer first, hand over with the history, close; the customer of a silent one waits."""

from datetime import timedelta

import pytest

from dynamo.table import Table
from messaging.chats.agreement import disagreements
from messaging.chats.serving import chat_transfer
from messaging.exceptions import InvalidFieldError, NotAllowedError, TransferredError
from messaging.model.messages import Head, Message, State
from messaging.model.outcomes import Conflict
from messaging.model.parties import party_of
from messaging.storage.reads import read_cursors
from routing import selectors, services
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from tests.centres import in_line, match_all
from tests.contracts.chats.chat_life import CHATS, WOMEN_CHATS, a_row, held
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.messengers import ANA, BOSS, EVA, KIM

CLERK = party_of("program:clerk")


@pytest.fixture
def centre(either_table: Table, second_table: Table) -> Centre:
    """Kim has written to the robot; it hands over after 10 s of silence, a chat is idle after 60."""
    centre = a_centre(either_table, second_table)
    centre.begun(scene="hours")
    centre.sent("is it sold")
    return centre


def test_the_robot_has_the_chat_first_and_no_agent_gets_it(centre: Centre) -> None:
    a_row(centre.chats.router)
    assert centre.head().state == State(open=True, contact="talk.1", agent="program:clerk")
    assert centre.contact().status is CallStatus.CREATED
    assert match_all(centre.chats.router) == []

    centre.sent("we open at nine", by=CLERK, base=1)
    assert centre.closed(CLERK, seen=2) == centre.head()
    assert centre.lines() == ["is it sold", "we open at nine", "closed program:clerk"]
    assert centre.contact().status is CallStatus.COMPLETED
    assert centre.contact().waited is None


def test_a_handed_over_chat_waits_from_then_on_and_keeps_its_history(centre: Centre) -> None:
    router = centre.chats.router
    centre.begun("other", scene="car")
    centre.sent("hello", chat="other")
    centre.sent("one moment", by=CLERK, base=1)
    table = centre.chats.messenger.table
    assert [cursor.chat for cursor in read_cursors(table, str(CLERK))] == ["talk"]

    handed = chat_transfer(centre.chats, chat="talk", by=CLERK)

    assert read_cursors(table, str(CLERK)) == []

    assert isinstance(handed, Head)
    assert centre.lines() == ["is it sold", "one moment", f"transferred program:clerk queue:{CHATS}"]
    assert in_line(router, CHATS) == ["other.1", "talk.1"]
    a_row(router, slots=2)
    assert match_all(router) == [("other.1", "ana~chat")]


def test_a_robot_hands_over_to_a_queue_or_a_colleague(centre: Centre) -> None:
    router = centre.chats.router
    a_row(router)
    a_row(router, "eva")
    chat_transfer(centre.chats, chat="talk", by=CLERK, to_agent="eva", to_queue=WOMEN_CHATS)
    assert in_line(router, WOMEN_CHATS) == ["talk.1"]
    centre.accepted("eva")
    chat_transfer(centre.chats, chat="talk", by=party_of("agent:eva"), to_queue=CHATS)
    assert centre.accepted("ana").state.agent == "agent:ana"
    assert len(selectors.call(router, "talk.1").notes) > 4  # type: ignore[union-attr]


def test_a_robot_that_has_handed_over_has_no_more_say(centre: Centre) -> None:
    chat_transfer(centre.chats, chat="talk", by=CLERK)
    with pytest.raises(TransferredError):
        centre.closed(CLERK, seen=2)
    with pytest.raises(TransferredError):
        chat_transfer(centre.chats, chat="talk", by=CLERK)
    with pytest.raises(TransferredError):
        centre.sent("are you there", by=CLERK, base=2)
    assert isinstance(centre.sent("order 7 has left", by=party_of("program:crm"), base=2), Message)

    a_row(centre.chats.router)
    centre.accepted()
    with pytest.raises(TransferredError, match="'agent:ana' serves"):
        centre.sent("are you there", by=CLERK, base=2)


def test_customers_transfer_nothing(centre: Centre) -> None:
    with pytest.raises(NotAllowedError):
        chat_transfer(centre.chats, chat="talk", by=KIM)


def test_the_customer_of_a_silent_robot_waits_for_an_agent(centre: Centre) -> None:
    centre.life.sweep(after=9)
    assert centre.contact().status is CallStatus.CREATED
    centre.life.sweep(after=1)
    assert centre.contact().status is CallStatus.QUEUED
    assert centre.lines() == ["is it sold", f"transferred program:clerk queue:{CHATS}"]
    a_row(centre.chats.router)
    assert centre.accepted().state.agent == "agent:ana"


def test_an_answer_keeps_the_robot_and_a_question_after_it_counts_anew(centre: Centre) -> None:
    centre.life.clock.advance(5)
    centre.sent("we open at nine", by=CLERK, base=1)
    centre.life.sweep(after=10)
    assert centre.contact().status is CallStatus.CREATED

    centre.sent("and on sundays", base=2)
    centre.life.sweep(after=9)
    assert centre.contact().status is CallStatus.CREATED
    centre.life.sweep(after=1)
    assert centre.contact().status is CallStatus.QUEUED


def test_a_customer_who_says_nothing_more_to_a_robot_is_closed_as_idle(centre: Centre) -> None:
    centre.sent("we open at nine", by=CLERK, base=1)
    for _ in range(7):
        centre.life.sweep(after=10)
    assert centre.contact().status is CallStatus.COMPLETED
    assert centre.lines()[-1] == "closed program:clerk"


def test_who_was_served_by_an_agent_comes_back_to_the_agent_not_to_the_robot(centre: Centre) -> None:
    a_row(centre.chats.router)
    chat_transfer(centre.chats, chat="talk", by=CLERK)
    centre.accepted()
    centre.closed(ANA, seen=3)

    centre.sent("one more thing", base=4)

    assert (centre.contact().status, centre.contact().preferred_agent) == (CallStatus.QUEUED, "ana~chat")


def test_an_agent_gives_a_chat_to_a_robot_and_gets_the_slot_back(centre: Centre) -> None:
    taken_from_the_robot(centre)
    services.call_outcome(centre.chats.router, call_id="talk.1", note="wants to see it", agent_id="ana")

    given = chat_transfer(centre.chats, chat="talk", by=ANA, to_robot="clerk", reason="opening hours")

    assert isinstance(given, Head)
    assert given.state == State(open=True, contact="talk.1", agent="program:clerk")
    assert centre.lines()[-1] == "transferred agent:ana program:clerk"
    contact = centre.contact()
    assert (contact.status, contact.agent_id, contact.ticket) == (CallStatus.CREATED, None, None)
    assert contact.notes[-1].reason == "to robot clerk: opening hours"
    assert (held(centre.chats.router), in_line(centre.chats.router, CHATS)) == ((), [])
    assert disagreements(centre.chats.router) == set()
    with pytest.raises(TransferredError, match="'program:clerk' serves"):
        centre.sent("still here", by=ANA, base=4)
    centre.sent("we open at nine", by=CLERK, base=4)

    chat_transfer(centre.chats, chat="talk", by=CLERK)

    assert centre.accepted().state.agent == "agent:ana"
    assert centre.contact().outcome_note == "wants to see it"


def test_a_chat_that_a_robot_closes_after_an_agent_was_answered_by_the_agent(centre: Centre) -> None:
    taken_from_the_robot(centre)
    centre.sent("our robot knows", by=ANA, base=3)
    answered = centre.contact()
    centre.life.clock.advance(5)
    chat_transfer(centre.chats, chat="talk", by=ANA, to_robot="clerk")
    centre.life.clock.advance(60)
    centre.closed(CLERK, seen=centre.head().number)

    closed = centre.contact()
    assert (closed.status, closed.waited) == (CallStatus.COMPLETED, answered.waited)
    assert (closed.answered_at, closed.responded_at) == (answered.answered_at, answered.responded_at)
    assert closed.talked == timedelta(seconds=5)
    assert audit(centre.chats.router) == []


def test_a_robot_that_says_nothing_to_a_chat_from_an_agent_loses_it(centre: Centre) -> None:
    taken_from_the_robot(centre)
    centre.sent("our robot knows", by=ANA, base=3)
    centre.life.clock.advance(1)
    chat_transfer(centre.chats, chat="talk", by=ANA, to_robot="clerk")

    centre.life.sweep(after=9)
    assert centre.contact().status is CallStatus.CREATED
    centre.life.sweep(after=1)

    waiting = centre.contact()
    assert (waiting.status, waiting.responded_at) == (CallStatus.QUEUED, None)
    assert waiting.awaits_response
    assert centre.lines()[-1] == f"transferred program:clerk queue:{CHATS}"
    assert centre.accepted().state.agent == "agent:ana"
    centre.life.clock.advance(7)
    centre.closed(ANA, seen=centre.head().number)
    assert centre.contact().talked == timedelta(seconds=7)


def test_a_chat_that_failed_with_the_robot_of_an_agent_waits_from_when_it_is_restored(centre: Centre) -> None:
    taken_from_the_robot(centre)
    chat_transfer(centre.chats, chat="talk", by=ANA, to_robot="clerk")
    centre.life.clock.advance(600)
    router = centre.chats.router
    services.call_dead_letter(router, call_id="talk.1", reason="the robot is out of order")

    services.call_restore(router, call_id="talk.1")

    assert centre.contact().waiting_since == router.clock()
    centre.accepted()
    centre.life.clock.advance(7)
    centre.closed(ANA, seen=centre.head().number)
    ended = centre.contact()
    assert (ended.waited, ended.talked) == (timedelta(), timedelta(seconds=7))


def test_only_a_known_robot_gets_a_chat_in_progress(centre: Centre) -> None:
    before = centre.head()
    with pytest.raises(InvalidFieldError, match=r"to_robot: 'crm' .* choose one of clerk"):
        chat_transfer(centre.chats, chat="talk", by=CLERK, to_robot="crm")
    has_it = chat_transfer(centre.chats, chat="talk", by=BOSS, to_robot="clerk")
    assert has_it == before, "it has it already"
    chat_transfer(centre.chats, chat="talk", by=CLERK)
    waits = chat_transfer(centre.chats, chat="talk", by=BOSS, to_robot="clerk")
    assert waits == Conflict("chat is waiting, not in progress")
    a_row(centre.chats.router)
    centre.accepted()
    with pytest.raises(TransferredError):
        chat_transfer(centre.chats, chat="talk", by=EVA, to_robot="clerk")
    given = chat_transfer(centre.chats, chat="talk", by=BOSS, to_robot="clerk")
    assert isinstance(given, Head)
    assert given.state.agent == "program:clerk"


def taken_from_the_robot(centre: Centre) -> None:
    """The robot hands over, and ana has the chat."""
    chat_transfer(centre.chats, chat="talk", by=CLERK)
    centre.taken()
