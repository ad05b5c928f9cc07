"""Matching by either strategy on either table: same order, same counts, each agent and call once."""

import pytest

from dynamo.table import Table
from routing import selectors, services
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import Event, EventKind
from routing.model.outcomes import Round
from routing.model.queues import QueueKey, agent_queue, call_queue
from routing.repair.audit import audit
from routing.router import Router
from tests.builders import FakeClock, a_router, a_waiting_agent, a_waiting_call
from tests.centres import agent_now, call_now, in_line, infos_now, match_all, queues_moved
from tests.tables import InterruptedTable

WOMEN, CALLS = agent_queue("Spanish", "F"), call_queue("Spanish", "Any")


@pytest.fixture(params=["batched", "published"])
def strategy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def watched(either_table: Table) -> InterruptedTable:
    return InterruptedTable(either_table)


@pytest.fixture
def router(watched: InterruptedTable, strategy: str) -> Router:
    return a_router(watched, strategy=strategy)


def a_lifo_router(table: Table, strategy: str, *queues: QueueKey) -> Router:
    return a_router(table, strategy=strategy, newest_first=queues)


# --- who gets whom


def test_it_makes_no_match_where_nobody_waits_on_one_side(router: Router) -> None:
    assert services.match_once(router) == Round()
    a_waiting_call(router, "c1")
    assert services.match_once(router) == Round()
    services.call_abandon(router, call_id="c1")
    a_waiting_agent(router, "ana")
    assert services.match_once(router) == Round()


def test_a_waiting_call_is_offered_the_moment_somebody_fits(router: Router) -> None:
    a_waiting_call(router, "c1", gender="F")
    a_waiting_call(router, "c2")
    a_waiting_agent(router, "max", gender="M")
    assert match_all(router) == [("c2", "max")]
    a_waiting_agent(router, "ana")
    assert match_all(router) == [("c1", "ana")]

    call, agent = call_now(router, "c1"), agent_now(router, "ana")
    assert (call.status, call.agent_id, call.attempts) == (CallStatus.OFFERED, "ana", 1)
    assert (agent.status, agent.call_id) == (AgentStatus.OFFERED, "c1")
    assert audit(router) == []


def test_a_call_for_any_gender_gets_the_longest_waiting_over_all_fitting_queues(router: Router) -> None:
    for agent_id, gender in (("max", "M"), ("ana", "F"), ("ash", "T"), ("eva", "F")):
        a_waiting_agent(router, agent_id, gender=gender)
    for number in range(1, 5):
        a_waiting_call(router, f"c{number}")

    assert match_all(router) == [("c1", "max"), ("c2", "ana"), ("c3", "ash"), ("c4", "eva")]


def test_calls_of_several_queues_are_served_in_the_order_they_came(router: Router) -> None:
    a_waiting_call(router, "c1", gender="F")
    a_waiting_call(router, "c2")
    a_waiting_call(router, "c3", gender="F")
    for name in ("ana", "eva"):
        a_waiting_agent(router, name)

    assert match_all(router) == [("c1", "ana"), ("c2", "eva")]


def test_an_agent_of_two_languages_leaves_both_queues_with_its_first_call(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "eva", languages=("English",))
    a_waiting_call(router, "c1", language="English")
    a_waiting_call(router, "c2", language="Spanish")
    a_waiting_call(router, "c3", language="English")

    assert match_all(router) == [("c1", "ana"), ("c3", "eva")]
    assert in_line(router, WOMEN) == []
    assert in_line(router, CALLS) == ["c2"]
    assert audit(router) == []


def test_priority_goes_before_age(router: Router) -> None:
    for call_id, priority in (("late", 9), ("usual", 5), ("urgent", 0), ("urgent too", 0)):
        a_waiting_call(router, call_id, priority=priority, gender="F" if call_id == "urgent too" else "Any")
    for name in ("a1", "a2", "a3", "a4"):
        a_waiting_agent(router, name)

    assert match_all(router) == [("urgent", "a1"), ("urgent too", "a2"), ("usual", "a3"), ("late", "a4")]


def test_a_queue_of_agents_may_be_served_from_its_end(either_table: Table, strategy: str) -> None:
    router = a_lifo_router(either_table, strategy, WOMEN)
    for name in ("a1", "a2", "a3"):
        a_waiting_agent(router, name)
    for number in (1, 2):
        a_waiting_call(router, f"c{number}")

    assert match_all(router) == [("c1", "a3"), ("c2", "a2")]


def test_a_queue_of_calls_may_be_served_from_its_end_within_each_priority(
    either_table: Table, strategy: str
) -> None:
    router = a_lifo_router(either_table, strategy, CALLS)
    for call_id, priority in (("c1", 5), ("u1", 0), ("c2", 5), ("u2", 0), ("late", 9)):
        a_waiting_call(router, call_id, priority=priority)
    for number in range(4):
        a_waiting_agent(router, f"a{number}")

    assert match_all(router) == [("u2", "a0"), ("u1", "a1"), ("c2", "a2"), ("c1", "a3")]


def test_more_wait_than_one_look_shows_and_the_order_still_holds(router: Router) -> None:
    agents = [f"a{number:03d}" for number in range(80)]
    for name in agents:
        services.agent_create(router, agent_id=name, name=name, gender="F", languages=("Spanish",))
    services.agents_enqueue(router)
    calls = [f"c{number:03d}" for number in range(75)]
    for name in calls:
        a_waiting_call(router, name)

    assert match_all(router) == list(zip(calls, agents, strict=False))
    assert in_line(router, WOMEN) == agents[75:]
    assert audit(router) == []


def test_topics_are_a_dimension_like_any_other(either_table: Table, strategy: str) -> None:
    router = a_router(either_table, strategy=strategy, topics=("Billing", "Sales"))
    a_waiting_agent(router, "ana", topics=("Billing", "Sales"))
    a_waiting_agent(router, "eva", topics=("Sales",))
    a_waiting_call(router, "c1", topic="Sales", gender="F")
    a_waiting_call(router, "c2", topic="Billing")
    a_waiting_call(router, "c3", topic="Sales")

    assert match_all(router) == [("c1", "ana"), ("c3", "eva")]
    assert audit(router) == []


# --- the books


def test_every_queue_touched_is_one_version_on_and_its_depth_counts_its_entries(router: Router) -> None:
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_call(router, "c1")
    before = infos_now(router)

    assert len(services.match_once(router).matches) == 1

    assert queues_moved(before, router) == {
        "Q#English#F": (1, -1),
        "Q#Spanish#F": (1, -1),
        "W#Spanish#Any": (1, -1),
    }


def test_a_match_is_told_once_with_its_queues(either_table: Table, strategy: str) -> None:
    told: list[Event] = []
    clock = FakeClock()
    router = a_router(either_table, strategy=strategy, emit=told.extend, clock=clock)
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_call(router, "c1")
    told.clear()

    match_all(router)

    queues = ("Q#English#F", "Q#Spanish#F", "W#Spanish#Any")
    assert told == [Event(EventKind.CALL_OFFERED, clock.now, "ana", "c1", queues)]


# --- others act between look and commit


def test_an_agent_who_pauses_meanwhile_is_not_rung(router: Router, watched: InterruptedTable) -> None:
    for name in ("ana", "eva"):
        a_waiting_agent(router, name)
    a_waiting_call(router, "c1")
    other = a_router(watched.behind)
    watched.before_commits.append(lambda: services.agent_choose(other, agent_id="ana", choice=Choice.PAUSED))

    found = services.match_once(router)

    assert [(match.call.call_id, match.agent.agent_id) for match in found.matches] == [("c1", "eva")]
    assert found.conflicts == 1
    assert agent_now(router, "ana").status is AgentStatus.PAUSED
    assert audit(router) == []


def test_a_caller_who_hangs_up_meanwhile_rings_nobody(router: Router, watched: InterruptedTable) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2")
    other = a_router(watched.behind)
    watched.before_commits.append(lambda: services.call_abandon(other, call_id="c1"))

    assert match_all(router) == [("c2", "ana")]
    assert call_now(router, "c1").status is CallStatus.ABANDONED
    assert audit(router) == []


def test_a_pair_another_matcher_took_is_not_made_again(router: Router, watched: InterruptedTable) -> None:
    for number in (1, 2, 3):
        a_waiting_agent(router, f"a{number}")
        a_waiting_call(router, f"c{number}")
    other, taken = a_router(watched.behind, strategy="published"), list[Round]()
    watched.before_commits.append(lambda: taken.append(services.match_once(other)))

    ours = match_all(router)

    assert [match.call.call_id for match in taken[0].matches] == ["c1"]
    assert ours == [("c2", "a2"), ("c3", "a3")]
    assert audit(router) == []


def test_an_agent_who_left_and_came_back_meanwhile_has_lost_its_place(
    router: Router, watched: InterruptedTable
) -> None:
    for name in ("ana", "eva"):
        a_waiting_agent(router, name)
    a_waiting_call(router, "c1")
    other = a_router(watched.behind)

    def leave_and_return() -> None:
        for choice in (Choice.OFFLINE, Choice.READY):
            services.agent_choose(other, agent_id="ana", choice=choice)

    watched.before_commits.append(leave_and_return)

    assert match_all(router) == [("c1", "eva")]
    assert in_line(router, WOMEN) == ["ana"]
    assert audit(router) == []


def test_a_call_declined_goes_before_the_younger_ones_next_time(router: Router) -> None:
    for number in (1, 2):
        a_waiting_call(router, f"c{number}")
    a_waiting_agent(router, "ana")
    assert match_all(router) == [("c1", "ana")]
    services.call_decline(router, call_id="c1", agent_id="ana")
    assert match_all(router) == [], "she rests first"
    services.agent_enqueue(router, agent_id="ana")

    assert match_all(router) == [("c1", "ana")]
    assert [entry.call_id for entry in selectors.waiting_calls(router)] == ["c2"]
