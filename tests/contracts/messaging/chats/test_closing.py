"""Closing: never over a message that its agent has not seen; who lost a chat has no more say in it."""

from collections.abc import Callable

import pytest

from dynamo.table import Table
from messaging.chats import message_puts
from messaging.chats.serving import NO_CONTACT, chat_accept, chat_decline, chat_transfer
from messaging.exceptions import NotAMemberError, TransferredError
from messaging.model.outcomes import Conflict
from messaging.services import group_create
from routing import services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from tests.builders import as_conflict
from tests.centres import agent_now, match_all, table_now
from tests.contracts.chats.chat_life import WOMEN_CHATS, a_row, held
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.messengers import ANA, BOSS, EVA, KIM
from tests.tables import InterruptedTable


@pytest.fixture
def centre(either_table: Table, second_table: Table) -> Centre:
    """Kim has written; nobody is there."""
    centre = a_centre(either_table, second_table)
    centre.begun()
    centre.sent("is it sold")
    return centre


def centre_agent(centre: Centre) -> str:
    """The agent whom the matcher would choose; both wait."""
    preferred = centre.contact().preferred_agent.partition("~")[0]
    return preferred or "ana"


def test_no_close_over_a_message_that_its_agent_has_not_seen(centre: Centre) -> None:
    centre.taken()
    centre.sent("wait", base=2)
    before = table_now(centre.chats.router), centre.log()

    refused = centre.closed(ANA, seen=2)

    assert refused == Conflict("you have not seen message 3; read it before closing")
    assert (table_now(centre.chats.router), centre.log()) == before
    assert held(centre.chats.router) == ("talk.1",)
    assert centre.closed(ANA, seen=3) == centre.head()


def test_a_close_that_knows_no_message_is_refused(centre: Centre) -> None:
    centre.taken()
    refused = as_conflict(services.call_complete(centre.chats.router, call_id="talk.1"))
    assert "you have not seen message 2" in refused.reason


def test_a_message_just_before_the_close_is_not_passed_over(either_table: Table, second_table: Table) -> None:
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    table.before_commits.append(lambda: centre.sent("wait", base=2))

    refused = centre.closed(ANA, seen=2)

    assert isinstance(refused, Conflict)
    assert centre.lines()[-1] == "wait"
    assert centre.head().state.agent == "agent:ana"


def test_a_close_decided_outside_the_transaction_passes_over_a_message(
    either_table: Table, second_table: Table
) -> None:
    """The control: without the condition on the number the message is lost to its agent."""
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    assert centre.head().number == 2  # decided here
    table.before_commits.append(lambda: centre.sent("wait", base=2))

    centre.closed(ANA, seen=10)

    assert centre.lines()[-2:] == ["wait", "closed agent:ana"]


def test_without_the_guard_on_its_number_a_close_loses_a_message(
    either_table: Table, second_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the transaction: its event overwrites what came in between."""
    monkeypatch.setattr(message_puts, "NUMBER_IS_FREE", None)
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    table.before_commits.append(lambda: centre.sent("wait", base=2))

    centre.closed(ANA, seen=2)

    assert "wait" not in centre.lines()


def test_an_agent_who_lost_the_chat_can_neither_write_nor_close_nor_transfer(centre: Centre) -> None:
    centre.taken()
    router = centre.chats.router
    services.call_hand_back(router, call_id="talk.1", reason="ill")
    with pytest.raises(TransferredError, match="no agent serves"):
        centre.sent("yes", by=ANA, base=2)
    with pytest.raises(TransferredError):
        centre.closed(ANA, seen=3)

    a_row(router, "eva")
    centre.accepted("eva")
    with pytest.raises(TransferredError, match="'agent:eva' serves"):
        centre.sent("yes", by=ANA, base=2)
    assert centre.sent("no", by=EVA, base=4) == centre.log()[-1]


def test_a_message_that_loses_to_a_transfer_is_not_written(either_table: Table, second_table: Table) -> None:
    messages = InterruptedTable(second_table)
    centre = a_centre(either_table, messages)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    centre.sent("one moment", by=ANA, base=2)
    router = centre.chats.router
    messages.before_puts.append(
        lambda: services.call_transfer(router, call_id="talk.1", to_queue=WOMEN_CHATS)
    )

    with pytest.raises(TransferredError):
        centre.sent("yes", by=ANA, base=3)
    assert centre.lines()[-1] == f"transferred agent:ana queue:{WOMEN_CHATS}"


def test_a_customer_who_leaves_the_queue_has_abandoned(centre: Centre) -> None:
    centre.closed(KIM, seen=1)
    assert centre.contact().status is CallStatus.ABANDONED
    assert centre.lines()[-1] == "abandoned routing"


def test_a_customer_who_waits_closes_over_no_unseen_message(centre: Centre) -> None:
    centre.sent("one moment", by=BOSS, base=1)

    refused = centre.closed(KIM, seen=1)

    assert refused == Conflict("you have not seen message 2; read it before closing")
    assert centre.contact().status is CallStatus.QUEUED
    assert centre.closed(KIM, seen=2) == centre.closed(KIM, seen=2) == centre.head()
    assert centre.lines()[1:] == ["one moment", "abandoned routing"]


def test_a_group_has_no_chat_and_tells_staff_outside_nothing(centre: Centre) -> None:
    group_create(centre.messenger, by=BOSS, chat="team")
    acts: tuple[Callable[[], object], ...] = (
        lambda: chat_accept(centre.chats, chat="team", agent=ANA),
        lambda: chat_decline(centre.chats, chat="team", agent=ANA),
        lambda: chat_transfer(centre.chats, chat="team", by=ANA),
        lambda: centre.closed(ANA, seen=0, chat="team"),
    )
    for act in acts:
        with pytest.raises(NotAMemberError):
            act()
    assert centre.closed(BOSS, seen=0, chat="team") == NO_CONTACT


def test_a_supervisor_removes_what_nobody_has_answered(centre: Centre) -> None:
    assert centre.closed(BOSS, seen=0) == Conflict("you have not seen message 1; read it before closing")

    assert centre.closed(BOSS, seen=1) == centre.closed(BOSS, seen=1) == centre.head()
    assert (centre.contact().status, centre.head().state.open) == (CallStatus.REMOVED, False)
    assert centre.contact().notes[-1].reason == "closed by a supervisor"


def test_a_supervisor_removes_what_rings(centre: Centre) -> None:
    a_row(centre.chats.router, "ana")
    match_all(centre.chats.router)

    centre.closed(BOSS, seen=1)

    assert centre.contact().status is CallStatus.REMOVED
    assert agent_now(centre.chats.router, "ana~chat").status is AgentStatus.QUEUED


def test_a_supervisor_closes_what_somebody_else_serves(centre: Centre) -> None:
    centre.taken()
    centre.closed(BOSS, seen=2)
    assert centre.contact().status is CallStatus.COMPLETED


def test_an_idle_chat_is_closed_and_a_message_meanwhile_keeps_it_open(centre: Centre) -> None:
    centre.taken()
    centre.life.clock.advance(40)
    centre.sent("hello", base=2)

    centre.life.sweep(after=20)
    assert centre.contact().status is CallStatus.IN_PROGRESS

    centre.life.sweep(after=40)
    assert centre.contact().status is CallStatus.COMPLETED
    assert centre.lines()[-1] == "closed agent:ana"
    assert held(centre.chats.router) == ()


def test_a_message_just_before_the_idle_close_keeps_the_chat_open(
    either_table: Table, second_table: Table
) -> None:
    table = InterruptedTable(either_table)
    centre = a_centre(table, second_table)
    centre.begun()
    centre.sent("is it sold")
    centre.taken()
    centre.life.sweep(after=40)  # what is left of the offer goes, so that the next commit is the close
    table.before_commits.append(lambda: centre.sent("hello", base=2))

    centre.life.sweep(after=20)

    assert not table.before_commits
    assert centre.contact().status is CallStatus.IN_PROGRESS
    assert centre.lines()[-1] == "hello"
