"""Calls on either table: queued, ringing, answered, ended, in step with agent and queues."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import InvalidFieldError, UnknownCallError, UnknownSkillError
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import Event, EventKind
from routing.model.queues import call_queue
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import (
    NOON,
    FakeClock,
    a_router,
    a_waiting_agent,
    a_waiting_call,
    as_agent,
    as_call,
    as_conflict,
)
from tests.centres import a_call_in, agent_now, call_now, infos_now, match_all, queues_moved


@pytest.fixture
def told() -> list[Event]:
    return []


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(either_table: Table, told: list[Event], clock: FakeClock) -> Router:
    return a_router(either_table, emit=told.extend, clock=clock)


# --- queueing


def test_a_call_waits_at_the_end_of_its_priority_in_its_queue(router: Router, told: list[Event]) -> None:
    before = infos_now(router)
    first = a_waiting_call(router, "c1")
    a_waiting_call(router, "c2", gender="F", caller="Ines", source="trunk 1")
    a_waiting_call(router, "c3", priority=0)

    assert [entry.call_id for entry in selectors.waiting_calls(router)] == ["c3", "c1", "c2"]
    assert queues_moved(before, router) == {"W#Spanish#Any": (2, 2), "W#Spanish#F": (1, 1)}
    assert first == call_now(router, "c1")
    assert (first.status, first.queued_at, first.version) == (CallStatus.QUEUED, NOON, 1)
    second = call_now(router, "c2")
    assert (second.caller, second.source) == ("Ines", "trunk 1")
    assert [(event.kind, event.call_id, event.queues) for event in told] == [
        (EventKind.CALL_QUEUED, "c1", ("W#Spanish#Any",)),
        (EventKind.CALL_QUEUED, "c2", ("W#Spanish#F",)),
        (EventKind.CALL_QUEUED, "c3", ("W#Spanish#Any",)),
    ]


def test_a_call_sent_again_is_the_call_that_is_there(router: Router, told: list[Event]) -> None:
    first = a_waiting_call(router, "c1")
    again = a_waiting_call(router, "c1", language="English")

    assert again == first
    assert len(told) == 1
    assert audit(router) == []


def test_a_call_without_an_id_gets_one_of_its_own(router: Router) -> None:
    one = as_call(services.call_enqueue(router, language="Spanish"))
    other = as_call(services.call_enqueue(router, language="Spanish"))
    assert one.call_id != other.call_id


def test_it_refuses_what_cannot_be_routed_and_queues_nothing(router: Router) -> None:
    for wrong in (
        {"language": "Klingon"},
        {"language": "Spanish", "gender": "X"},
        {"language": "Spanish", "priority": 10},
        {"language": "Spanish", "caller": "x" * 81},
    ):
        with pytest.raises(InvalidFieldError) as raised:
            services.call_enqueue(router, **wrong)
        assert str(raised.value).startswith(list(wrong)[-1])
    with pytest.raises(UnknownSkillError, match="topic: 'Weather'"):
        services.call_enqueue(
            a_router(router.table, topics=("Billing",)), language="Spanish", topic="Weather"
        )
    assert list(selectors.all_calls(router)) == []


# --- from ringing to the end


def test_a_call_is_offered_answered_and_completed(
    router: Router, told: list[Event], clock: FakeClock
) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    told.clear()

    clock.advance(2)
    match_all(router)
    offered = call_now(router, "c1")
    clock.advance(3)
    answered = as_call(services.call_accept(router, call_id="c1", agent_id="ana"))
    assert (agent_now(router, "ana").status, agent_now(router, "ana").call_id) == ("attendingCall", "c1")
    clock.advance(5)
    ended = as_call(services.call_complete(router, call_id="c1"))

    waits = [offered.offered_at, answered.answered_at, ended.ended_at]
    assert [(moment - NOON).total_seconds() for moment in waits if moment] == [2, 5, 10]
    assert (offered.agent_id, offered.attempts, ended.agent_id) == ("ana", 1, "ana")
    assert (agent_now(router, "ana").status, agent_now(router, "ana").call_id) == ("wrapUp", "c1")
    assert [(event.kind, event.agent_id, event.call_id) for event in told] == [
        (EventKind.CALL_OFFERED, "ana", "c1"),
        (EventKind.CALL_ACCEPTED, "ana", "c1"),
        (EventKind.CALL_COMPLETED, "ana", "c1"),
    ]


def test_a_declined_call_waits_at_its_old_place_and_its_agent_after_a_rest_at_the_end(
    router: Router, told: list[Event], clock: FakeClock
) -> None:
    for name in ("ana", "eva"):
        a_waiting_agent(router, name)
    a_waiting_call(router, "c1")
    match_all(router)
    a_waiting_call(router, "c2", gender="M")
    before, place = infos_now(router), call_now(router, "c1").ticket

    declined = as_call(services.call_decline(router, call_id="c1", agent_id="ana", by="ana"))

    assert (declined.status, declined.agent_id, declined.ticket) == (CallStatus.QUEUED, None, place)
    assert (declined.tried, declined.error) == (("ana",), "declined")
    assert queues_moved(before, router) == {"W#Spanish#Any": (1, 1)}
    rest = agent_now(router, "ana")
    assert (rest.status, rest.until) == (AgentStatus.AVAILABLE, clock() + timedelta(seconds=5))
    assert (told[-1].kind, told[-1].agent_id, told[-1].by) == (EventKind.CALL_DECLINED, "ana", "ana")
    assert match_all(router) == [("c1", "eva")]
    assert call_now(router, "c1").attempts == 2
    clock.advance(5)
    as_agent(services.agent_when_due(router, agent_id="ana"))
    assert queues_moved(before, router)["Q#Spanish#F"] == (2, 0), "Eva left, and Ana is back at the end"


def test_a_caller_who_hangs_up_while_waiting_leaves_the_queue(router: Router) -> None:
    a_waiting_call(router, "c1")
    before = infos_now(router)

    abandoned = as_call(services.call_abandon(router, call_id="c1"))

    assert (abandoned.status, abandoned.ended_at) == (CallStatus.ABANDONED, NOON)
    assert queues_moved(before, router) == {"W#Spanish#Any": (1, -1)}


def test_a_caller_who_hangs_up_while_it_rings_gives_the_agent_its_old_place_back(router: Router) -> None:
    ana = a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "eva")
    a_waiting_call(router, "c1")
    assert match_all(router) == [("c1", "ana")]

    services.call_abandon(router, call_id="c1")

    back = agent_now(router, "ana")
    assert (back.status, back.call_id) == (AgentStatus.QUEUED, None)
    assert (back.ticket, back.queued_at) == (ana.ticket, ana.queued_at)
    a_waiting_call(router, "c2")
    assert match_all(router) == [("c2", "ana")]
    assert audit(router) == []


@pytest.mark.parametrize("ending", ["decline", "abandon"])
@pytest.mark.parametrize(
    ("choice", "status"), [(Choice.PAUSED, AgentStatus.PAUSED), (Choice.OFFLINE, AgentStatus.OFFLINE)]
)
def test_an_agent_who_chose_to_rest_while_it_rang_rests_when_the_call_is_gone(
    router: Router, choice: Choice, status: AgentStatus, ending: str
) -> None:
    a_call_in(router, CallStatus.OFFERED, "c1", agent_id="ana")
    services.agent_choose(router, agent_id="ana", choice=choice)
    assert agent_now(router, "ana").status is AgentStatus.OFFERED

    if ending == "decline":
        services.call_decline(router, call_id="c1", agent_id="ana")
    else:
        services.call_abandon(router, call_id="c1")

    assert agent_now(router, "ana").status is status
    assert match_all(router) == []
    assert audit(router) == []


def test_who_the_call_is_not_offered_to_can_neither_answer_nor_decline_it(router: Router) -> None:
    a_call_in(router, CallStatus.OFFERED, "c1")
    a_waiting_agent(router, "eva")

    for answer in (
        services.call_accept(router, call_id="c1", agent_id="eva"),
        services.call_decline(router, call_id="c1", agent_id="eva"),
        services.call_accept(router, call_id="c1", agent_id="ghost"),
    ):
        assert as_conflict(answer).current == call_now(router, "c1")
    assert call_now(router, "c1").agent_id == "ana"


def test_a_call_must_exist(router: Router) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: services.call_accept(router, call_id="ghost", agent_id="ana"),
        lambda: services.call_decline(router, call_id="ghost", agent_id="ana"),
        lambda: services.call_complete(router, call_id="ghost"),
        lambda: services.call_abandon(router, call_id="ghost"),
    ]
    for attempt in attempts:
        with pytest.raises(UnknownCallError, match="call: there is no call 'ghost'"):
            attempt()


def test_the_totals_count_every_call_once(router: Router, clock: FakeClock) -> None:
    for name in ("ana", "eva", "mia"):
        a_waiting_agent(router, name)
    for number in range(1, 6):
        a_waiting_call(router, f"c{number}")
    match_all(router)
    for number in (6, 7, 8):
        a_waiting_call(router, f"c{number}", gender="T")
    services.call_remove(router, call_id="c6", reason="called back")
    services.call_dead_letter(router, call_id="c7", reason="nobody knows")
    services.call_dequeue(router, queue=call_queue("Spanish", "T"))
    clock.advance(20)
    services.call_accept(router, call_id="c1", agent_id="ana")
    clock.advance(1)
    services.call_accept(router, call_id="c2", agent_id="eva")
    services.call_complete(router, call_id="c2")
    services.call_abandon(router, call_id="c5")

    totals = selectors.totals(router, target_seconds=20)

    assert totals == selectors.Totals(
        offered=8, answered=3, abandoned=1, set_aside=2, waiting=2, within_target=2
    )
    assert selectors.totals(router, target_seconds=20, since=clock()) == selectors.Totals()
