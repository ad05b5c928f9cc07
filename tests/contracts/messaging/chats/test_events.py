"""Events: every change of a contact has its message with the state after it, and is announced after it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.table import Table
from messaging.chats.events import state_of
from messaging.model.messages import Kind, State
from messaging.storage.reads import read_cursors
from routing import services
from routing.model.calls import CallStatus
from tests.builders import as_agent, as_call
from tests.centres import match_all
from tests.contracts.chats.chat_life import WOMEN_CHATS, a_row
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.messengers import ANA


@pytest.fixture
def centre(either_table: Table, second_table: Table) -> Centre:
    """Kim has written; nobody is there."""
    centre = a_centre(either_table, second_table)
    centre.begun()
    centre.sent("is it sold")
    return centre


def test_accept_and_close_say_who_has_the_chat(centre: Centre) -> None:
    centre.taken()
    assert centre.head().state == State(open=True, contact="talk.1", agent="agent:ana", waits=True)

    closed = centre.closed(ANA, seen=2)

    assert closed == centre.head()
    assert centre.head().state == State(open=False, contact="talk.1")
    assert centre.lines() == ["is it sold", "accepted agent:ana", "closed agent:ana"]
    assert [message.sender for message in centre.log()] == ["contact:kim", "routing", "routing"]
    assert [message.kind for message in centre.log()[1:]] == [Kind.EVENT] * 2
    assert centre.head().count == 1


def test_each_message_is_marked_before_its_commit_and_announced_after_it(centre: Centre) -> None:
    centre.taken()
    centre.closed(ANA, seen=2)
    told = centre.listener.told
    for number in (1, 2, 3):
        assert told.index(("mark", number)) < told.index(("announce", number))


def test_the_agent_who_served_hears_of_the_close(centre: Centre) -> None:
    centre.taken()
    centre.closed(ANA, seen=2)
    assert set(centre.listener.audiences[-1].members) == {"contact:kim", "agent:ana"}


def test_who_serves_has_the_conversation_in_the_own_list_until_somebody_else_does(centre: Centre) -> None:
    assert listed(centre, "agent:ana") == []
    centre.taken()
    assert listed(centre, "agent:ana") == ["talk"]
    services.call_transfer(centre.chats.router, call_id="talk.1", to_queue=WOMEN_CHATS)
    assert listed(centre, "agent:ana") == []
    assert listed(centre, "contact:kim") == ["talk"]


def listed(centre: Centre, party: str) -> list[str]:
    return [cursor.chat for cursor in read_cursors(centre.chats.messenger.table, party)]


def _to_colleague(centre: Centre) -> None:
    a_row(centre.chats.router, "bob")
    services.call_transfer(centre.chats.router, call_id="talk.1", to_agent="bob")


MOVES: dict[str, tuple[Callable[[Centre], object], str, CallStatus]] = {
    "handed back": (
        lambda centre: services.call_hand_back(centre.chats.router, call_id="talk.1", reason="ill"),
        "handedBack agent:ana",
        CallStatus.QUEUED,
    ),
    "transferred": (
        lambda centre: services.call_transfer(centre.chats.router, call_id="talk.1", to_queue=WOMEN_CHATS),
        f"transferred agent:ana queue:{WOMEN_CHATS}",
        CallStatus.QUEUED,
    ),
    "transferred to a colleague": (
        _to_colleague,
        "transferred agent:ana agent:bob",
        CallStatus.QUEUED,
    ),
    "released": (
        lambda centre: services.agent_release(centre.chats.router, agent_id="ana~chat", reason="gone"),
        "handedBack agent:ana",
        CallStatus.QUEUED,
    ),
    "reset": (
        lambda centre: services.agents_reset(centre.chats.router),
        "handedBack agent:ana",
        CallStatus.QUEUED,
    ),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_chat_that_leaves_its_agent_says_so(centre: Centre, name: str) -> None:
    centre.taken()
    move, said, status = MOVES[name]

    move(centre)

    assert centre.lines()[2:] == [said]
    assert centre.head().state == State(open=True, contact="talk.1", waits=True)
    assert centre.contact().status is status
    assert centre.announced()[-1] == 3


ENDS: dict[str, tuple[Callable[[Centre], object], str, bool]] = {
    "abandoned": (
        lambda centre: services.call_abandon(centre.chats.router, call_id="talk.1"),
        "abandoned routing",
        False,
    ),
    "removed": (
        lambda centre: services.call_remove(centre.chats.router, call_id="talk.1", reason="spam"),
        "removed routing",
        False,
    ),
    "dead-lettered": (
        lambda centre: services.call_dead_letter(centre.chats.router, call_id="talk.1", reason="odd"),
        "deadLettered routing",
        True,
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_chat_that_leaves_its_queue_says_so(centre: Centre, name: str) -> None:
    move, said, stays_open = ENDS[name]
    move(centre)
    assert centre.lines()[1:] == [said]
    assert centre.head().state == State(open=stays_open, contact="talk.1")


def test_a_dead_letter_that_is_restored_says_so(centre: Centre) -> None:
    router = centre.chats.router
    services.call_dead_letter(router, call_id="talk.1", reason="odd")
    as_call(services.call_restore(router, call_id="talk.1"))
    assert centre.lines()[1:] == ["deadLettered routing", "restored routing"]


def test_what_its_customer_need_not_know_writes_nothing(centre: Centre) -> None:
    router = centre.chats.router
    a_row(router)
    services.call_touch(router, call_id="talk.1")
    services.call_change_priority(router, call_id="talk.1", priority=1)
    assert match_all(router) == [("talk.1", "ana~chat")]
    as_call(services.call_decline(router, call_id="talk.1", agent_id="ana~chat"))
    assert centre.lines() == ["is it sold"]
    assert centre.announced() == [1]


def test_a_repeat_writes_no_second_event(centre: Centre) -> None:
    centre.taken()
    for _ in range(2):
        services.call_accept(centre.chats.router, call_id="talk.1", agent_id="ana~chat")
        centre.closed(ANA, seen=2)
    assert centre.lines() == ["is it sold", "accepted agent:ana", "closed agent:ana"]


def test_the_state_of_the_log_is_that_of_its_contact_after_every_step(centre: Centre) -> None:
    router = centre.chats.router
    a_row(router)
    a_row(router, "eva")
    steps: list[Callable[[], object]] = [
        lambda: centre.accepted(centre_agent(centre)),
        lambda: services.call_transfer(
            router, call_id="talk.1", to_agent="eva" if _is_ana(centre) else "ana"
        ),
        lambda: centre.accepted(centre_agent(centre)),
        lambda: services.call_hand_back(router, call_id="talk.1", reason="ill"),
        lambda: services.call_dead_letter(router, call_id="talk.1", reason="odd"),
        lambda: services.call_restore(router, call_id="talk.1"),
        lambda: services.call_remove(router, call_id="talk.1", reason="spam"),
    ]
    for step in steps:
        step()
        assert centre.head().state == state_of(centre.contact())


def _is_ana(centre: Centre) -> bool:
    return centre.contact().agent_id == "ana~chat"


def centre_agent(centre: Centre) -> str:
    """The agent whom the matcher would choose; both wait."""
    preferred = centre.contact().preferred_agent.partition("~")[0]
    return preferred or "ana"


def test_a_contact_of_no_conversation_can_be_ended(centre: Centre) -> None:
    """Somebody has deleted the conversation: nothing is left to write to."""
    lost = replace(centre.contact(), chat_id="lost")
    puts = centre.chats.beside.beside(lost, replace(lost, status=CallStatus.REMOVED), (), operation_id="op")
    assert puts == ()
    assert as_agent(a_row(centre.chats.router))
